import { toCauses, toFailureCount } from '../causes.js';
import type { RunReport } from '../run-report-schema.js';
import { outdatedOf, toBaselineLines } from './baseline-lines.js';
import { toBriefLines } from './brief-lines.js';
import { toCauseLines } from './cause-lines.js';
import { toFailureLines } from './failure-lines.js';
import type { Setting } from './layout.js';
import { type SummaryOptions, toConclusionLine, toSummaryLines } from './summary.js';

/** A run as text for a terminal: one screen, or, when verbose, failures and summary in full. */
export const toRunLines = (report: RunReport, options: SummaryOptions): readonly string[] =>
  options.verbose
    ? [...toFailures(report, options), ...toSummaryLines(report, options)]
    : toBriefLines(report, options);

/** Failures, what is outdated in the baseline, and the conclusion, with these lines before it. */
export function toQuietLines(report: RunReport, setting: Setting, lines: readonly string[]): readonly string[] {
  return [
    ...toFailures(report, setting),
    ...toBaselineLines(outdatedOf(report), setting),
    ...lines,
    toConclusionLine(report, setting),
  ];
}

function toFailures({ requirements, world }: RunReport, setting: Setting): readonly string[] {
  const causes = toCauses(requirements);
  if (causes.length === 0) return [];
  const title = setting.palette.strong(toFailureCount(causes));
  const opening = causes.length > 1 ? [...toCauseLines(causes, setting), ''] : [];
  return ['', title, '', ...opening, ...causes.flatMap((cause) => toFailureLines({ ...cause, world }, setting))];
}
