import type { Judged, RunEnd } from '../../kernel/run-event.js';
import type { Outage } from '../../wire/client/outage.js';
import { toPrintableLine } from '../../wire/printable.js';
import { plural, someOf, toCount, toDuration } from '../../wire/wording.js';
import type { Conclusion } from '../conclusion.js';
import { type Cause, countOutcomes, toCauses } from '../standing.js';
import { toBaselineLines } from './baseline-lines.js';
import { toDoubtLines } from './doubt-lines.js';
import { indent, LABEL, labelled, type Setting, wrap } from './layout.js';
import { toProfileTable, toSuiteTable } from './suite-table.js';

/** How many are named; all were told at length before. */
const MOST = 12;

/** What failed, a line for each cause, where there is more than one: so that the end of a run is one screen. */
function toCauseLines(judged: readonly Judged[], setting: Setting): readonly string[] {
  const causes = toCauses(judged);
  if (causes.length < 2) return [];
  const more = causes.length - MOST;
  return [
    setting.palette.strong('Failed'),
    ...indent(
      causes.slice(0, MOST).flatMap((cause) => toLines(cause, setting)),
      2,
    ),
    ...(more > 0 ? [`  and ${plural(more, 'other')}`] : []),
    '',
  ];
}

function toLines({ requirement, verdict, explains }: Cause, { palette, width }: Setting): readonly string[] {
  const { id, level } = requirement;
  const also = explains.length === 0 ? '' : `, explains ${plural(explains.length, 'other')}`;
  const head = `${id} ${level}${also}`;
  const mark = level === 'MUST' ? palette.failed('✗') : palette.doubtful('!');
  const room = width - head.length - 7;
  const observed = toPrintableLine(verdict.counterexample.deviation.observed);
  const told = room > 12 ? palette.quiet(`  ${observed.slice(0, room)}`) : '';
  return wrap(head, width - 4).map((line, at) => (at === 0 ? `${mark} ${line}${told}` : `  ${line}`));
}

/** What the summary of a run says besides its verdicts. */
export interface SummaryOptions extends Setting {
  readonly seed: number;
  readonly conclusion: Conclusion;
  /** What the target is like, in words. */
  readonly learned?: string;
  /** How what failed is played again. */
  readonly replay?: string;
}

/** The end of a report; its first line counts what could not be told. */
export function toSummaryLines(end: RunEnd, options: SummaryOptions): readonly string[] {
  const inner = { palette: options.palette, width: options.width - 2 };
  return [
    ...toInconclusiveLines(end, options),
    '',
    ...indent([...toSuiteTable(end.judged, inner), ...toProfileTable(end.judged, inner)], 2),
    '',
    ...toCauseLines(end.judged, options),
    ...toBaselineLines(end.baseline ?? [], options),
    ...toDoubtLines(end.judged, options),
    ...toLeftLines(end.left, options),
    ...toAwayLines(end.outages ?? [], options),
    ...toSpentLines(end, options),
    '',
    toConclusionLine(options.conclusion, options),
  ];
}

function toInconclusiveLines({ judged }: RunEnd, { palette, width }: Setting): readonly string[] {
  const { cantTell, untested, inapplicable } = countOutcomes(judged);
  const applicable = plural(judged.length - inapplicable, 'requirement');
  if (cantTell + untested === 0) return [palette.strong(`Not told: none of ${applicable}.`)];
  const parts = [
    cantTell > 0 && `${cantTell} could not be told`,
    untested > 0 && `${untested} ${untested === 1 ? 'was' : 'were'} not judged`,
  ];
  const why = parts.filter((part) => part !== false).join(', ');
  const sentence = `Not told: ${cantTell + untested} of ${applicable} (${why}).`;
  return wrap(sentence, width).map((line) => palette.strong(palette.doubtful(line)));
}

/** How many records are named; the JSON report names all. */
const LEFT = 24;

function toLeftLines(left: readonly string[], { palette, width }: Setting): readonly string[] {
  if (left.length === 0) return [];
  const lines = wrap(someOf(left.map(toPrintableLine), LEFT), width - 2);
  return [palette.strong(palette.doubtful(`Left behind: ${plural(left.length, 'record')}`)), ...indent(lines, 2), ''];
}

function toSpentLines(end: RunEnd, options: SummaryOptions): readonly string[] {
  const { judged, requests, ms } = end;
  const runs = judged.reduce((sum, { verdict }) => sum + ('runs' in verdict ? verdict.runs : 0), 0);
  const spent = judged.reduce((sum, { verdict }) => sum + verdict.requests, 0);
  const bought = `${toCount(spent)} for ${plural(runs, 'generated input')}, ${toCount(Math.max(0, requests - spent))} for probing, world and clean-up`;
  return [
    ...toRemark('Target', options.learned, options),
    ...labelled('Requests', wrap(`${toCount(requests)}: ${bought}`, options.width - LABEL)),
    ...toCleanedLines(end, options),
    `Time       ${toDuration(ms)}`,
    `Seed       ${options.seed}`,
    ...toRemark('Replay', options.replay, options),
  ];
}

const toRemark = (label: string, text: string | undefined, { width }: Setting): readonly string[] =>
  text === undefined ? [] : labelled(label, wrap(text, width - LABEL));

/** What became of what the run made, where it made anything. */
function toCleanedLines({ deleted = 0, trashed = [] }: RunEnd, { width }: Setting): readonly string[] {
  if (deleted + trashed.length === 0) return [];
  const gone = `${plural(deleted, 'record')} deleted`;
  if (trashed.length === 0) return [`Clean-up   ${gone}`];
  const names = someOf(trashed.map(toPrintableLine), LEFT);
  const lines = wrap(`${gone}, ${toCount(trashed.length)} in the target's trash: ${names}`, width - LABEL);
  return labelled('Clean-up', lines);
}

/** The target came back each time: where it did not, the conclusion says so. */
function toAwayLines(outages: readonly Outage[], { palette }: Setting): readonly string[] {
  const over = outages.filter(({ to }) => to !== undefined);
  if (over.length === 0) return [];
  const why = [...new Set(over.map(({ reason }) => toPrintableLine(reason)))].join(', ');
  return [palette.doubtful(`The target was away ${over.length === 1 ? 'once' : `${over.length} times`} (${why}).`), ''];
}

/** The last line: what the run comes to. It is never broken, so that a log can be searched for it. */
export function toConclusionLine({ code, sentence }: Conclusion, { palette }: Setting): string {
  const paint = code === 0 ? palette.passed : code === 1 ? palette.failed : palette.doubtful;
  return palette.strong(paint(sentence));
}
