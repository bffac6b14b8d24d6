import { toRunReport } from '../harness/reports/run-report.js';
import type { RunEnd } from '../harness/run-event.js';
import type { CommandError } from './command-error.js';
import { clauseText, toFacts } from './report-facts.js';
import type { Run } from './run.js';
import { writeReports } from './run-reports.js';

/**
 * Writes the reports of a run that ended before its target was ready: nothing of it is told. Without them those of an
 * earlier run would be taken for its own.
 */
export function reportUnbegun(run: Run, { exitCode: code, message: sentence }: CommandError): void {
  // Wrong use is told before anything is written.
  if (code === 2) return;
  const { options, environment, startedAt, selected, target } = run;
  const end = code === 130 ? 'interrupted' : 'not begun';
  const reason = code === 130 ? 'the run was interrupted before it began' : 'the target could not be made ready';
  const whole: RunEnd = {
    judged: selected.map((requirement) => ({ requirement, verdict: { outcome: 'untested', reason, requests: 0 } })),
    requests: target.sent(),
    ms: environment.clock.now() - startedAt,
    end,
    left: [],
  };
  const facts = toFacts(run, {});
  const report = toRunReport(whole, { facts, conclusion: { code, sentence }, toCurl: () => '', clauseText });
  writeReports(options.reports, report, environment);
}
