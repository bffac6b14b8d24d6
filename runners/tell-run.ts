import { toClauseSetHash } from '../contract/clause-set.js';
import { clauseOf, isClauseId } from '../contract/clauses.js';
import { toCurl } from '../harness/curl.js';
import type { Exchange } from '../harness/exchange.js';
import { type Conclusion, conclude, type ExitCode } from '../harness/reports/conclusion.js';
import { plural } from '../harness/reports/layout.js';
import { toCauses } from '../harness/reports/causes.js';
import { type FailureSetting, toFailureLines } from '../harness/reports/failure.js';
import type { Setting } from '../harness/reports/palette.js';
import { applyBaseline } from '../harness/baseline.js';
import { toBaselineLines } from '../harness/reports/baseline-lines.js';
import { redactRun } from '../harness/reports/redaction.js';
import type { RunFacts } from '../harness/reports/model.js';
import { toRunReport } from '../harness/reports/run-report.js';
import { toConclusionLine, toSummaryLines } from '../harness/reports/summary.js';
import type { RunEnd } from '../harness/run.js';
import { version } from '../harness/version.js';
import { toBaselineContext } from './baseline-context.js';
import { toCurlConnection } from './curl-connection.js';
import type { Run } from './run.js';
import { toLearnedJson } from './learned.js';
import { writeReports } from './run-reports.js';
import type { Session } from './session.js';
import { writeLines } from './setting.js';

export interface Ended {
  readonly run: Run;
  readonly session: Session;
  /** What should be known before verdicts are read. */
  readonly warnings: readonly string[];
  readonly end: RunEnd;
  readonly setting: Setting;
  /** The journal, when something in it still waits for a sweep. */
  readonly journalPath: string | undefined;
}

/** Tells a run that has ended: failures, summary, reports. Gives the exit code. */
export async function tellRun({ run, session, warnings, end, setting, journalPath }: Ended): Promise<ExitCode> {
  const { options, environment, output, target } = run;
  const redacted = redactRun(end, target.redaction);
  const context = toBaselineContext(run, session);
  const settled = context ? applyBaseline(redacted, context) : redacted;
  const conclusion = conclude(settled, options);
  writeLines(output, toText(settled, { run, conclusion, setting, journalPath }));
  const facts = { ...toFacts(run, session), warnings };
  const report = toRunReport(settled, { facts, conclusion, toCurl: curlFor(run), clauseText });
  writeReports(options.reports, report, environment);
  return conclusion.code;
}

const curlFor =
  ({ target, options }: Run) =>
  (exchange: Exchange): string =>
    toCurl(exchange, { origin: target.address.origin, ...toCurlConnection(options.connection) });

interface TextOptions extends Pick<Ended, 'run' | 'setting' | 'journalPath'> {
  readonly conclusion: Conclusion;
}

function toText(end: RunEnd, { run, conclusion, setting, journalPath }: TextOptions): readonly string[] {
  const { quiet, seed } = run.options;
  const failure: FailureSetting = { ...setting, clauseText, toCurl: curlFor(run) };
  const causes = toCauses(end.judged);
  const title = causes.length === 0 ? [] : ['', setting.palette.strong(plural(causes.length, 'failure')), ''];
  const failures = [...title, ...causes.flatMap((cause) => toFailureLines(cause, failure))];
  const sweep = journalPath === undefined ? [] : [toSweepLine(journalPath)];
  if (quiet) return [...failures, ...toOutdatedLines(end, setting), ...sweep, toConclusionLine(conclusion, setting)];
  return [...failures, ...toSummaryLines(end, { ...setting, seed, conclusion }), ...sweep];
}

/** What a run that only tells what is wrong says of its baseline. */
const toOutdatedLines = ({ baseline = [] }: RunEnd, setting: Setting): readonly string[] =>
  toBaselineLines(
    baseline.filter(({ state }) => state !== 'known' && state !== 'notJudged'),
    setting,
  );

/** What to do when something may be left on the target. */
export const toSweepLine = (journalPath: string): string => `To finish the clean-up: calproof sweep ${journalPath}`;

const clauseText = (id: string): string | undefined => (isClauseId(id) ? clauseOf(id).text : undefined);

function toFacts({ options, target, startedAt }: Run, { calendar }: Session): Omit<RunFacts, 'warnings'> {
  const { mode, effort, strict, seed, now, selection } = options;
  const { origin, root, namespace } = target.address;
  return {
    version,
    url: `${origin}${root}`,
    namespace,
    mode,
    effort,
    profiles: selection.profiles,
    strict,
    seed,
    now: new Date(now).toISOString(),
    started: new Date(startedAt).toISOString(),
    learned: toLearnedJson(calendar.profile),
    clauseSet: toClauseSetHash(),
  };
}
