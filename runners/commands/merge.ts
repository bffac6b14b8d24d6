import { joinShards } from '../../harness/merge/join.js';
import { isShard, type NamedReport, type NamedShard } from '../../harness/merge/named-shard.js';
import { toRefusal } from '../../harness/merge/refusal.js';
import type { ExitCode } from '../../harness/reports/conclusion.js';
import { plural } from '../../harness/reports/layout.js';
import type { RunReport } from '../../harness/reports/model.js';
import { toPrintableLine } from '../../harness/reports/printable.js';
import { toRunLines } from '../../harness/reports/told-lines.js';
import { wrongUse } from '../command-error.js';
import type { Environment } from '../environment.js';
import { readReportFile } from '../report-file.js';
import { refuseUnwritable } from '../report-files.js';
import type { ReportRequest } from '../report-request.js';
import { writeReports } from '../run-reports.js';
import { toTextStyle, writeLines } from '../setting.js';

export interface MergeFlags {
  readonly report?: readonly ReportRequest[];
}

/** Joins the reports of all shards of a run, tells the run, and gives the exit code that it would have had. */
export async function merge(
  files: readonly string[],
  { report: requests = [] }: MergeFlags,
  environment: Environment,
): Promise<ExitCode> {
  await refuseUnwritable(requests, environment);
  const whole = join(await readAll(files, environment));
  const output = requests.some(({ file }) => file === undefined) ? environment.stderr : environment.stdout;
  const setting = toTextStyle(output, environment);
  writeLines(output, [...toHeadLines(whole, files.length), ...toRunLines(whole, setting)]);
  writeReports(requests, whole, environment);
  return whole.exitCode;
}

async function readAll(files: readonly string[], environment: Environment): Promise<readonly NamedReport[]> {
  const all: NamedReport[] = [];
  for (const name of files) all.push({ name, report: await readReportFile(name, environment) });
  return all;
}

function join(reports: readonly NamedReport[]): RunReport {
  const refusal = toRefusal(reports);
  if (refusal !== undefined) throw wrongUse(refusal);
  const [first, ...others] = reports.filter(isShard).toSorted(byIndex);
  if (!first) throw wrongUse('There is nothing to join; give the reports of all shards of a run.');
  return joinShards([first, ...others]);
}

const byIndex = (one: NamedShard, other: NamedShard): number => one.report.shard.index - other.report.shard.index;

const toHeadLines = ({ target, url, namespace, warnings = [] }: RunReport, count: number): readonly string[] => [
  toPrintableLine(`${plural(count, 'shard')} of a run on ${target ?? `${url}/${namespace}`}`),
  ...warnings.map((warning) => toPrintableLine(`Warning: ${warning}`)),
  '',
];
