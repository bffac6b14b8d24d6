import { toPrintableLine } from '../../wire/printable.js';
import { plural, someOf, toCount, toDuration } from '../../wire/wording.js';
import { toCauses } from '../causes.js';
import type { RunReport } from '../run-report-schema.js';
import { toBaselineLines } from './baseline-lines.js';
import { toCauseLines } from './cause-lines.js';
import { toLatencyWords } from './latency-words.js';
import { indent, LABEL, labelled, type Setting, wrap } from './layout.js';
import { toReasonLines } from './reason-lines.js';
import { toProfileTable, toSuiteTable } from './suite-table.js';

/** How many causes are named again; all were shown in full before. */
const MOST = 12;

/** What failed, a line for each cause, where there is more than one: so that the end of a run is one screen. */
function toFailedLines({ requirements }: RunReport, setting: Setting): readonly string[] {
  const causes = toCauses(requirements);
  if (causes.length < 2) return [];
  const more = causes.length - MOST;
  const rest = more > 0 ? [`  and ${plural(more, 'other')}`] : [];
  return [setting.palette.strong('Failed'), ...toCauseLines(causes.slice(0, MOST), setting), ...rest, ''];
}

/** What a summary says besides its report. */
export interface SummaryOptions extends Setting {
  /** What the target is like, in words. */
  readonly learned?: string;
  /** How to replay what failed. */
  readonly replay?: string;
  /** Whether each failure and each reason is shown in full, instead of a screen that sums them up. */
  readonly verbose?: boolean;
}

/** The end of a run; its first line counts what was judged, its last line is the conclusion. */
export function toSummaryLines(report: RunReport, options: SummaryOptions): readonly string[] {
  const { requirements } = report;
  const inner = { palette: options.palette, width: options.width - 2 };
  return [
    ...toOpenLines(report, options),
    '',
    ...indent([...toSuiteTable(requirements, inner), ...toProfileTable(requirements, inner)], 2),
    '',
    ...toFailedLines(report, options),
    ...toBaselineLines(report.baseline ?? [], options),
    ...toReasonLines(requirements, options),
    ...toLeftLines(report, options),
    ...toOutageLines(report, options),
    ...toSpentLines(report, options),
    '',
    toConclusionLine(report, options),
  ];
}

/** How many of all requirements reached a verdict, and why the others did not. */
export function toOpenSentence({ counts, requirements }: RunReport): string {
  const { cantTell, untested, inapplicable } = counts;
  const judged = requirements.length - cantTell - untested - inapplicable;
  const without = [
    `inconclusive: ${toCount(cantTell)}`,
    ...(inapplicable === 0 ? [] : [`not applicable: ${toCount(inapplicable)}`]),
    ...(untested === 0 ? [] : [`not run: ${toCount(untested)}`]),
  ];
  return `Judged ${toCount(judged)} of ${plural(requirements.length, 'requirement')}; ${without.join('; ')}.`;
}

export function toOpenLines(report: RunReport, { palette, width }: Setting): readonly string[] {
  const { cantTell, untested } = report.counts;
  const paint = cantTell + untested === 0 ? palette.strong : (line: string) => palette.strong(palette.doubtful(line));
  return wrap(toOpenSentence(report), width).map(paint);
}

/** How many records are named; the JSON report names all. */
const NAMED = 24;

export function toLeftLines({ left }: RunReport, { palette, width }: Setting): readonly string[] {
  if (left.length === 0) return [];
  const title = `Left behind: ${plural(left.length, 'record')}`;
  return [palette.strong(palette.doubtful(title)), ...indent(wrap(toNames(left), width - 2), 2), ''];
}

const toNames = (records: readonly string[]): string => someOf(records.map(toPrintableLine), NAMED);

function toSpentLines(report: RunReport, options: SummaryOptions): readonly string[] {
  const { requirements, requests, ms, seed } = report;
  // What sends nothing itself is judged by the inputs of others.
  const own = requirements.filter(({ verdict }) => verdict.requests > 0);
  const runs = own.reduce((sum, { verdict }) => sum + ('runs' in verdict ? verdict.runs : 0), 0);
  const spent = requirements.reduce((sum, { verdict }) => sum + verdict.requests, 0);
  const parts = `${toCount(spent)} for ${plural(runs, 'generated input')}, ${toCount(Math.max(0, requests - spent))} for probes, test data and clean-up`;
  return [
    ...row('Target', options.learned, options),
    ...row('Requests', `${toCount(requests)}: ${parts}`, options),
    ...row('Clean-up', toCleanUp(report), options),
    ...toStallLines(report, options),
    ...row('Time', toDuration(ms), options),
    ...row('Seed', String(seed), options),
    ...row('Replay', options.replay, options),
    ...row('Latency', toLatencyWords(report), options),
  ];
}

export const row = (label: string, text: string | undefined, { width }: Setting): readonly string[] =>
  text === undefined ? [] : labelled(label, wrap(text, width - LABEL));

/** What became of the records of the run, where it made any. */
function toCleanUp({ deleted = 0, trashed = [] }: RunReport): string | undefined {
  if (deleted + trashed.length === 0) return undefined;
  const gone = `${plural(deleted, 'record')} deleted`;
  return trashed.length === 0 ? gone : `${gone}, ${toCount(trashed.length)} in the target's trash: ${toNames(trashed)}`;
}

/** An outage that lasts is in the conclusion. */
export function toOutageLines({ outages = [] }: RunReport, { palette }: Setting): readonly string[] {
  const over = outages.filter(({ to }) => to !== undefined);
  if (over.length === 0) return [];
  const why = [...new Set(over.map(({ reason }) => toPrintableLine(reason)))].join(', ');
  return [
    palette.doubtful(`The target was unavailable ${over.length === 1 ? 'once' : `${over.length} times`} (${why}).`),
    '',
  ];
}

/** Requests that had no response beside others, and had one when their requirements were judged again alone. */
export function toStallLines({ requirements }: RunReport, options: SummaryOptions): readonly string[] {
  const stalls = requirements.flatMap(({ verdict }) =>
    verdict.outcome === 'passed' && verdict.stall !== undefined ? [toPrintableLine(verdict.stall)] : [],
  );
  const times = stalls.length === 1 ? 'one requirement' : `${toCount(stalls.length)} requirements`;
  const text = `${times} passed when judged again alone; before, there was no response to ${[...new Set(stalls)].join(', ')}`;
  return row('Stalled', stalls.length === 0 ? undefined : text, options);
}

/** The last line: what the run comes to. It is never broken, so that a log can be searched for it. */
export function toConclusionLine({ exitCode, conclusion }: RunReport, { palette }: Setting): string {
  const paint = exitCode === 0 ? palette.passed : exitCode === 1 ? palette.failed : palette.doubtful;
  return palette.strong(paint(conclusion));
}
