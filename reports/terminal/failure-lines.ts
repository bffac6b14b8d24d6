import { excerpt, toPrintableLine } from '../../wire/printable.js';
import { plural, someOf } from '../../wire/wording.js';
import type { Cause } from '../causes.js';
import { decidingExchange, INTERMITTENT, USES_OWN_IDS, type Repeat, toRepeat } from '../counterexample.js';
import type { ReportedCounterexample, RunReport } from '../run-report-schema.js';
import { toSentInput } from '../sent-input.js';
import type { Failed } from '../standing.js';
import { toExchangeLine, toExchangeLines } from './exchange-lines.js';
import { createPalette, indent, LABEL, labelled, type Setting, wrap } from './layout.js';

/** Requests before the one that shows the failure take a line each, and at most this many are shown. */
const EARLIER = 6;

/** A failure, and the creates of the test data of its run, where the report has them. */
interface Described extends Omit<Cause, 'harm'> {
  readonly world?: RunReport['world'] | undefined;
}

/** A failure as text: id and statement, clause, expected and observed, input, exchange, curl lines, what it explains. */
export function toFailureLines({ world = [], ...cause }: Described, setting: Setting): readonly string[] {
  const { failure } = cause;
  const { counterexample } = failure.verdict;
  const sections = [
    toClauseLines(failure, setting),
    toContrastLines(counterexample, setting),
    toInputLines(counterexample, setting),
    toEvidenceLines({ ...counterexample, world }, setting),
    toRemarkLines(cause, setting),
  ];
  return [...toHeadLines(failure, setting), ...indent(sections.flat(), 2), ''];
}

function toHeadLines({ id, level, profile, statement }: Failed, setting: Setting): readonly string[] {
  const { palette, width } = setting;
  const head = `${palette.badge('FAIL')} ${palette.strong(id)} ${palette.quiet(`${level}, ${profile}`)}`;
  return [head, ...indent(wrap(toPrintableLine(statement), width - 2), 2), ''];
}

/** How many characters of a value are shown; the JSON report has all. */
const LONGEST = 4000;

const hanging = (label: string, text: string, { width }: Setting): readonly string[] =>
  labelled(label, wrap(toPrintableLine(excerpt(text, LONGEST)), width - LABEL - 2));

const toClauseLines = ({ clause, clauseText }: Failed, setting: Setting): readonly string[] =>
  hanging('Clause', clauseText === undefined ? clause : `${clauseText} (${clause})`, setting);

const toContrastLines = ({ deviation }: ReportedCounterexample, setting: Setting): readonly string[] => [
  ...hanging('Expected', deviation.expected, setting),
  ...hanging('Observed', deviation.observed, setting).map(setting.palette.failed),
];

function toInputLines(counterexample: ReportedCounterexample, setting: Setting): readonly string[] {
  const { shrinks } = counterexample;
  const effort = shrinks === 0 ? '' : ` (shrunk in ${plural(shrinks, 'step')})`;
  const sent = toSentInput(counterexample);
  const lines = sent.flatMap(({ line, body }, index) => {
    const text = excerpt(body === undefined ? line : `${line} ${body}`, LONGEST);
    const whole = index === sent.length - 1 ? `${text}${effort}` : text;
    return wrap(toPrintableLine(whole), setting.width - LABEL - 2);
  });
  return labelled('Input', lines);
}

/** Whether a deviation may lie in any header field. */
const isAboutMessages = ({ deviation }: ReportedCounterexample): boolean =>
  ['framing', 'header'].includes(deviation.kind);

/** The field that deviates, as its clause names it. */
const memberOf = ({ deviation }: ReportedCounterexample): string | undefined =>
  deviation.about?.field?.split('.').at(-1);

function toEvidenceLines(
  counterexample: ReportedCounterexample & Pick<RunReport, 'world'>,
  setting: Setting,
): readonly string[] {
  const shown = decidingExchange(counterexample);
  if (!shown) return [];
  const before = counterexample.exchanges.filter(({ number }) => number < shown.number).map(toExchangeLine);
  const skipped = before.length > EARLIER ? [`(${plural(before.length - EARLIER, 'earlier request')})`] : [];
  const lines = [
    ...skipped,
    ...before.slice(-EARLIER),
    ...toExchangeLines(shown, { allHeaders: isAboutMessages(counterexample), member: memberOf(counterexample) }),
  ];
  const broken = lines.flatMap((line) => chop(line, setting.width - LABEL - 2));
  return [
    ...labelled('Exchange', broken).map(setting.palette.quiet),
    ...labelled('Repeat', toRepeatLines(toRepeat(counterexample, shown))),
  ];
}

const toRepeatLines = ({ steps, omitted, usesOwnIds }: Repeat): readonly string[] => [
  ...(usesOwnIds ? [`(${USES_OWN_IDS})`] : []),
  ...(omitted > 0 ? [`(${plural(omitted, 'earlier request')}; calproof replay sends them all)`] : []),
  ...steps.map(({ curl }) => toPrintableLine(curl)),
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

function toRemarkLines({ failure, explains }: Omit<Cause, 'harm'>, setting: Setting): readonly string[] {
  const ids = explains.map(({ id }) => id);
  return [
    ...(failure.verdict.intermittent ? hanging('Note', INTERMITTENT, setting) : []),
    ...(ids.length > 0 ? hanging('Explains', `${plural(ids.length, 'other')}: ${someOf(ids, 6)}`, setting) : []),
  ];
}

const WIDTH = 100;

/** Formats for tests hold thousands of entries; the JSON report has everything. */
const LONGEST_TEXT = 12_000;

/** A failure in full, as plain text. */
export function toFailureText(cause: Described): string {
  const lines = toFailureLines(cause, { palette: createPalette(false), width: WIDTH });
  return excerpt(lines.join('\n').trimEnd(), LONGEST_TEXT);
}
