import { toCurl } from '../harness/curl.js';
import type { Exchange } from '../harness/exchange.js';
import { type Conclusion, type ConclusionOptions, conclude, type ExitCode } from '../harness/reports/conclusion.js';
import { plural } from '../harness/reports/layout.js';
import { toCauses } from '../harness/reports/causes.js';
import { type FailureSetting, toFailureLines } from '../harness/reports/failure.js';
import type { Setting } from '../harness/reports/palette.js';
import { applyBaseline } from '../harness/baseline.js';
import { toBaselineLines } from '../harness/reports/baseline-lines.js';
import { toPrintableLine } from '../harness/reports/printable.js';
import { redactRun } from '../harness/reports/redaction.js';
import { toRunReport } from '../harness/reports/run-report.js';
import { toConclusionLine, toSummaryLines } from '../harness/reports/summary.js';
import type { RunEnd } from '../harness/run-event.js';
import { toBaselineContext } from './baseline-context.js';
import { toCurlConnection } from './curl-connection.js';
import type { RunOptions } from './options.js';
import type { Run } from './run.js';
import { toLearnedJson, toLearnedLine } from './learned.js';
import { clauseText, toFacts } from './report-facts.js';
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
export async function concludeRun({ run, session, warnings, end, setting, journalPath }: Ended): Promise<ExitCode> {
  const { options, environment, output, target } = run;
  const redacted = redactRun(end, target.redaction);
  const context = toBaselineContext(run, session);
  const settled = context ? applyBaseline(redacted, context) : redacted;
  run.round?.ended(settled);
  const conclusion = conclude(settled, toConclusionOptions(options));
  writeLines(output, toText(settled, { run, session, conclusion, setting, journalPath }));
  const facts = { ...toFacts(run, toLearnedJson(session.calendar.profile, target.redaction)), warnings };
  const report = toRunReport(settled, { facts, conclusion, toCurl: curlFor(run), clauseText });
  writeReports(options.reports, report, environment);
  return conclusion.code;
}

const toConclusionOptions = ({ strict, shard }: RunOptions): ConclusionOptions => ({ strict, ...(shard && { shard }) });

const curlFor =
  ({ target, options }: Run) =>
  (exchange: Exchange): string =>
    toCurl(exchange, { origin: target.address.origin, connection: toCurlConnection(options.connection) });

/** What the printed end of a run is made of. */
interface TextOptions extends Pick<Ended, 'run' | 'session' | 'setting' | 'journalPath'> {
  readonly conclusion: Conclusion;
}

function toText(end: RunEnd, { run, session, conclusion, setting, journalPath }: TextOptions): readonly string[] {
  const { quiet, seed } = run.options;
  const failure: FailureSetting = { ...setting, clauseText, toCurl: curlFor(run) };
  const causes = toCauses(end.judged);
  const title = causes.length === 0 ? [] : ['', setting.palette.strong(plural(causes.length, 'failure')), ''];
  const failures = [...title, ...causes.flatMap((cause) => toFailureLines(cause, failure))];
  const sweep = journalPath === undefined ? [] : [toSweepLine(journalPath)];
  if (quiet) return [...failures, ...toOutdatedLines(end, setting), ...sweep, toConclusionLine(conclusion, setting)];
  const learned = run.target.redaction.text(toLearnedLine(session.calendar.profile));
  const replay = causes.length === 0 ? {} : { replay: toReplayWords(run.options) };
  return [...failures, ...toSummaryLines(end, { ...setting, seed, conclusion, learned, ...replay }), ...sweep];
}

/** How what failed is played again: it takes a report in JSON. */
function toReplayWords({ reports }: RunOptions): string {
  const file = reports.find((one) => one.format === 'json' && one.file !== undefined)?.file;
  const line = `calproof replay ${toPrintableLine(file ?? 'report.json')} [ID] (--script: as a shell script)`;
  return file === undefined ? `${line}, after a run with --report json=report.json` : line;
}

/** What a run that only tells what is wrong says of its baseline. */
const toOutdatedLines = ({ baseline = [] }: RunEnd, setting: Setting): readonly string[] =>
  toBaselineLines(
    baseline.filter(({ state }) => state !== 'known' && state !== 'notJudged'),
    setting,
  );

/** What to do when something may be left on the target. */
export const toSweepLine = (journalPath: string): string => `To finish the clean-up: calproof sweep ${journalPath}`;
