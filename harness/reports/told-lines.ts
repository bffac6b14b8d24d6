import { toCauses } from './causes.js';
import { type FailureSetting, toFailureLines } from './failure.js';
import { plural } from './layout.js';
import type { ReportedRequirement, RunReport } from './model.js';
import type { Setting } from './palette.js';
import { toPrintableLine } from './printable.js';
import { toSummaryLines } from './summary.js';
import { toRestoredRun } from './told-run.js';

/** A run as a person reads it, failures and summary, made of its report. */
export function toRunLines(report: RunReport, setting: Setting): readonly string[] {
  const { exitCode: code, conclusion: sentence, seed } = report;
  const end = toRestoredRun(report);
  const causes = toCauses(end.judged);
  const title = causes.length === 0 ? [] : [setting.palette.strong(plural(causes.length, 'failure')), ''];
  const known = new Map(report.requirements.map((one) => [one.id, one]));
  return [
    ...title,
    ...causes.flatMap((cause) => toFailureLines(cause, toFailureSetting(known.get(cause.requirement.id), setting))),
    ...toSummaryLines(end, { ...setting, seed, conclusion: { code, sentence } }),
  ];
}

/** Clause and curl lines are told as the report has them. */
function toFailureSetting(reported: ReportedRequirement | undefined, setting: Setting): FailureSetting {
  const verdict = reported?.verdict;
  const exchanges = verdict && 'counterexample' in verdict ? verdict.counterexample.exchanges : [];
  return {
    ...setting,
    clauseText: () => reported?.clauseText,
    toCurl: ({ number }) => toPrintableLine(exchanges.find((one) => one.number === number)?.curl ?? ''),
  };
}
