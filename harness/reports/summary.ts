import type { RunEnd } from '../run.js';
import { toBaselineLines } from './baseline-lines.js';
import type { Conclusion } from './conclusion.js';
import { countOutcomes } from './counts.js';
import { toDoubtLines } from './doubts.js';
import { indent, plural, someOf, toCount, toDuration, wrap } from './layout.js';
import type { Setting } from './palette.js';
import { toPrintableLine } from './printable.js';
import { toSuiteTable } from './suite-table.js';

export interface SummaryOptions extends Setting {
  readonly seed: number;
  readonly conclusion: Conclusion;
}

/** The end of a report; its first line counts what could not be told. */
export function toSummaryLines(end: RunEnd, options: SummaryOptions): readonly string[] {
  const { palette } = options;
  return [
    toUntoldLine(end, options),
    '',
    ...indent(toSuiteTable(end.judged, palette), 2),
    '',
    ...toBaselineLines(end.baseline ?? [], options),
    ...toDoubtLines(end.judged, options),
    ...toLeftLines(end.left, options),
    ...toSpentLines(end, options),
    '',
    toConclusionLine(options.conclusion, options),
  ];
}

function toUntoldLine({ judged }: RunEnd, { palette }: Setting): string {
  const { cantTell, untested, inapplicable } = countOutcomes(judged);
  const applicable = plural(judged.length - inapplicable, 'requirement');
  if (cantTell + untested === 0) return palette.strong(`Not told: none of ${applicable}.`);
  const parts = [
    cantTell > 0 && `${cantTell} could not be told`,
    untested > 0 && `${untested} ${untested === 1 ? 'was' : 'were'} not judged`,
  ];
  const why = parts.filter((part) => part !== false).join(', ');
  return palette.strong(palette.doubtful(`Not told: ${cantTell + untested} of ${applicable} (${why}).`));
}

/** How many records are named; the JSON report names all. */
const LEFT = 24;

function toLeftLines(left: readonly string[], { palette, width }: Setting): readonly string[] {
  if (left.length === 0) return [];
  const lines = wrap(someOf(left.map(toPrintableLine), LEFT), width - 2);
  return [palette.strong(palette.doubtful(`Left behind: ${plural(left.length, 'record')}`)), ...indent(lines, 2), ''];
}

function toSpentLines({ judged, requests, ms }: RunEnd, { seed }: SummaryOptions): readonly string[] {
  const runs = judged.reduce((sum, { verdict }) => sum + ('runs' in verdict ? verdict.runs : 0), 0);
  const spent = judged.reduce((sum, { verdict }) => sum + verdict.requests, 0);
  const bought = `${toCount(spent)} for ${plural(runs, 'generated input')}, ${toCount(Math.max(0, requests - spent))} for probing, world and clean-up`;
  return [`Requests   ${toCount(requests)}: ${bought}`, `Time       ${toDuration(ms)}`, `Seed       ${seed}`];
}

/** The last line: what the run comes to. */
export function toConclusionLine({ code, sentence }: Conclusion, { palette }: Setting): string {
  const paint = code === 0 ? palette.passed : code === 1 ? palette.failed : palette.doubtful;
  return palette.strong(paint(sentence));
}
