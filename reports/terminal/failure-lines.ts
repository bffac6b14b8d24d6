import { stringify } from 'fast-check';
import type { RequirementInfo } from '../../kernel/requirement.js';
import type { Counterexample } from '../../kernel/verdict.js';
import { type Exchange, isSafe } from '../../wire/exchange.js';
import { excerpt, toPrintableLine } from '../../wire/printable.js';
import { plural, someOf } from '../../wire/wording.js';
import type { ReportedRequirement, RunReport } from '../run-report-model.js';
import type { Cause } from '../standing.js';
import { toExchangeLine, toExchangeLines } from './exchange-lines.js';
import { createPalette, indent, LABEL, labelled, type Setting, wrap } from './layout.js';

/** What a failure's report needs to know besides the failure. */
export interface FailureSetting extends Setting {
  /** The text of a clause in our words; undefined for an id that is not a clause. */
  readonly clauseText: (id: string) => string | undefined;
  readonly toCurl: (exchange: Exchange) => string;
}

/** Requests before the one that shows the failure are told in a line each, and at most this many. */
const EARLIER = 6;

/** Curl lines for writes before the one that shows the failure. */
const WRITES = 3;

/**
 * A failure as a person reads it: id and statement, the clause, expected and observed, the input, the exchange, a
 * curl line, and what else it explains.
 */
export function toFailureLines(cause: Cause, setting: FailureSetting): readonly string[] {
  const { requirement, verdict } = cause;
  const { counterexample } = verdict;
  const sections = [
    toClauseLines(requirement, setting),
    toContrastLines(counterexample, setting),
    toInputLines(counterexample, setting),
    toEvidenceLines(counterexample, setting),
    toRemarkLines(cause, setting),
  ];
  return [...toHeadLines(requirement, setting), ...indent(sections.flat(), 2), ''];
}

function toHeadLines({ id, level, profile, statement }: RequirementInfo, setting: FailureSetting): readonly string[] {
  const { palette, width } = setting;
  const head = `${palette.badge('FAIL')} ${palette.strong(id)} ${palette.quiet(`${level}, ${profile}`)}`;
  return [head, ...indent(wrap(toPrintableLine(statement), width - 2), 2), ''];
}

/** Nobody reads on after this many characters of a value; the JSON report has them all. */
const LONGEST = 4000;

const hanging = (label: string, text: string, { width }: Setting): readonly string[] =>
  labelled(label, wrap(toPrintableLine(excerpt(text, LONGEST)), width - LABEL - 2));

function toClauseLines({ clause }: RequirementInfo, setting: FailureSetting): readonly string[] {
  const text = setting.clauseText(clause);
  return hanging('Clause', text === undefined ? clause : `${text} (${clause})`, setting);
}

const toContrastLines = ({ deviation }: Counterexample, setting: FailureSetting): readonly string[] => [
  ...hanging('Expected', deviation.expected, setting),
  ...hanging('Observed', deviation.observed, setting).map(setting.palette.failed),
];

function toInputLines({ value, shrinks }: Counterexample, setting: FailureSetting): readonly string[] {
  const effort = shrinks === 0 ? '' : ` (made smaller in ${plural(shrinks, 'step')})`;
  return hanging('Input', `${stringify(value)}${effort}`, setting);
}

/** Whether a deviation may lie in any header field. */
const isAboutMessages = ({ deviation }: Counterexample): boolean => ['framing', 'header'].includes(deviation.kind);

/** The exchange that shows the failure: the deviation's own, else the last one of the check. */
const deciding = ({ deviation, exchanges }: Counterexample): Exchange | undefined =>
  deviation.exchange ?? exchanges.findLast(({ phase }) => phase === 'check') ?? exchanges.at(-1);

function toEvidenceLines(counterexample: Counterexample, setting: FailureSetting): readonly string[] {
  const shown = deciding(counterexample);
  if (!shown) return [];
  const before = counterexample.exchanges.filter(({ number }) => number < shown.number).map(toExchangeLine);
  const skipped = before.length > EARLIER ? [`(${plural(before.length - EARLIER, 'earlier request')})`] : [];
  const lines = [
    ...skipped,
    ...before.slice(-EARLIER),
    ...toExchangeLines(shown, { allHeaders: isAboutMessages(counterexample) }),
  ];
  const broken = lines.flatMap((line) => chop(line, setting.width - LABEL - 2));
  return [
    ...labelled('Exchange', broken).map(setting.palette.quiet),
    ...labelled('Repeat', toSteps(counterexample, shown).map(setting.toCurl)),
  ];
}

/** What to send to see it again: the writes that led there, and the request that shows it. */
const toSteps = ({ exchanges }: Counterexample, shown: Exchange): readonly Exchange[] => [
  ...exchanges.filter(({ number, request }) => number < shown.number && !isSafe(request.method)).slice(-WRITES),
  shown,
];

/** Narrower columns are harder to read than lines that a terminal breaks. */
const NARROWEST = 24;

/** Breaks a line where it is full, because what went over the wire need not hold spaces. */
function chop(line: string, width: number): readonly string[] {
  const full = Math.max(NARROWEST, width);
  if (line.length <= full) return [line];
  const mark = line.slice(0, 2);
  return [line.slice(0, full), ...chop(`${mark}${line.slice(full)}`, width)];
}

function toRemarkLines({ verdict, explains }: Cause, setting: FailureSetting): readonly string[] {
  const unsteady = 'It did not show again when repeated on fresh records: the target is not steady.';
  const ids = explains.map(({ requirement }) => requirement.id);
  return [
    ...(verdict.intermittent ? hanging('Note', unsteady, setting) : []),
    ...(ids.length > 0 ? hanging('Explains', `${plural(ids.length, 'other')}: ${someOf(ids, 6)}`, setting) : []),
  ];
}

const WIDTH = 100;

/** Formats for tests hold thousands of entries; the JSON report has everything. */
const LONGEST_TEXT = 12_000;

/** A failure of a report at length, as plain text. */
export function toFailureText(cause: Cause, { requirements }: RunReport): string {
  const reported = requirements.find(({ id }) => id === cause.requirement.id);
  const lines = toFailureLines(cause, {
    palette: createPalette(false),
    width: WIDTH,
    clauseText: () => reported?.clauseText,
    toCurl: ({ number }) => toPrintableLine(curlOf(reported, number)),
  });
  return excerpt(lines.join('\n').trimEnd(), LONGEST_TEXT);
}

function curlOf(reported: ReportedRequirement | undefined, number: number): string {
  if (!reported || !('counterexample' in reported.verdict)) return '';
  return reported.verdict.counterexample.exchanges.find((one) => one.number === number)?.curl ?? '';
}
