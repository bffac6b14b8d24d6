import type { ExitCode } from '../../reports/conclusion.js';
import { toScript } from '../../reports/script/failure-script.js';
import type { RunReport } from '../../reports/run-report-schema.js';
import { requirements } from '../../suites/index.js';
import type { Mode } from '../../wire/client/client.js';
import { toCurl } from '../../wire/curl.js';
import { toConnectionOptions, toCurlConnection } from '../connection/open-connection.js';
import { type Environment, toTextStyle, writeLines } from '../input/environment.js';
import { toAddress } from '../input/service-address.js';
import type { ConnectionFlags, IdentityOption } from '../options/connection-flags.js';
import { readReportFile } from '../output/report-file.js';
import { findTarget, makeReady } from '../run/ready-target.js';
import type { Run } from '../run/run-context.js';
import { type RunOptions, toRunOptions } from '../run/run-options.js';
import { toSweepLine } from '../run/run-output.js';
import { readSuites } from '../run/run-suites.js';
import { openRunTarget } from '../run/run-target.js';
import {
  chooseFailure,
  chooseFailures,
  redactReplayResult,
  type ReplayResult,
  type ReplayTextStyle,
  type ReportedFailure,
  toReplayConclusion,
  toReplayLines,
} from './replay-failures.js';

export interface ReplayFlags extends ConnectionFlags {
  /** The URL of the target; by default the URL in the report. */
  readonly url?: string;
  readonly mode?: Mode;
  readonly languageParameter: string;
  readonly world?: string;
  readonly suite?: readonly string[];
  readonly trace?: boolean;
  readonly identity?: readonly IdentityOption[];
  /** Prints a failure as a shell script instead. */
  readonly script?: boolean;
}

/** Repeats the failures of a report with their inputs, on fresh records. */
export async function replay(
  path: string,
  id: string | undefined,
  flags: ReplayFlags,
  environment: Environment,
): Promise<ExitCode> {
  const report = await readReportFile(path, environment);
  if (flags.script) return showScript(report, id, flags, environment);
  const known = [...requirements, ...(await readSuites(flags.suite ?? [], environment))];
  const failures = chooseFailures(report, { id, known });
  if (failures.length > 0) return play(failures, toOptions(report, flags, environment), environment);
  writeLines(environment.stdout, [`Nothing failed in ${path}.`]);
  return 0;
}

/** Sends nothing, so the report is enough. */
function showScript(report: RunReport, id: string | undefined, flags: ReplayFlags, environment: Environment): ExitCode {
  const { url = report.url } = flags;
  const { origin, root } = toAddress(url, report.namespace);
  const connection = toCurlConnection(toConnectionOptions(flags));
  const place = { url: `${origin}${root}`, ...(connection.length > 0 && { connection }) };
  environment.stdout.write(toScript(chooseFailure(report, id), { ...report, ...place }));
  return 0;
}

/** The same seed on the same day gives the same world, to which the inputs of a report refer. */
function toOptions({ url, namespace, mode, seed, now }: RunReport, flags: ReplayFlags, environment: Environment) {
  const same = { namespace, mode: flags.mode ?? mode, seed, now: Date.parse(now) };
  const how = { concurrency: 1, effort: 'standard' } as const;
  return toRunOptions(flags.url ?? url, { ...flags, ...same, ...how }, environment);
}

async function play(
  failures: readonly ReportedFailure[],
  options: RunOptions,
  environment: Environment,
): Promise<ExitCode> {
  const target = await openRunTarget(options, environment);
  const { stdout: output, clock } = environment;
  const random = environment.randomSeed() / 2 ** 31;
  const selected = failures.map(({ requirement }) => requirement);
  const nothing = { pinned: undefined, baseline: undefined };
  const common = { ...nothing, options, environment, target, output, random, planned: selected, selected };
  try {
    return toExitCode(await playAll(failures, { ...common, startedAt: clock.now() }));
  } finally {
    await target.close();
  }
}

async function playAll(failures: readonly ReportedFailure[], run: Run): Promise<readonly ReplayResult[]> {
  await findTarget(run);
  const { session, journal } = await makeReady(run);
  const setting = toReplayTextStyle(run);
  const all: ReplayResult[] = [];
  try {
    for (const { requirement, failed } of failures) {
      if (run.environment.signal.aborted) break;
      const replayed = await session.trial.replay(requirement, failed);
      const again = redactReplayResult({ id: requirement.id, failed, replayed }, run.target.redaction);
      writeLines(run.output, toReplayLines(again, setting));
      all.push(again);
    }
  } finally {
    await session.trial.close();
    await session.close();
    const kept = await journal.close();
    if (kept !== undefined) writeLines(run.output, [toSweepLine(kept)]);
  }
  writeLines(run.output, ['', toReplayConclusion(all)]);
  return all;
}

const toReplayTextStyle = ({ output, environment, target, options }: Run): ReplayTextStyle => ({
  ...toTextStyle(output, environment),
  toCurl: (exchange) =>
    toCurl(exchange, { origin: target.address.origin, connection: toCurlConnection(options.connection) }),
});

function toExitCode(all: readonly ReplayResult[]): ExitCode {
  const has = (kind: ReplayResult['replayed']['kind']): boolean => all.some(({ replayed }) => replayed.kind === kind);
  if (has('failing') || has('changed')) return 1;
  return has('unrepeatable') || all.length === 0 ? 3 : 0;
}
