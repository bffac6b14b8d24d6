import { resolve } from 'node:path';
import type { ExitCode } from '../../reports/conclusion.js';
import { joinShards } from '../../reports/merge/merged-report.js';
import { isShard, type NamedReport, type NamedShard, toRefusal } from '../../reports/merge/shard-compatibility.js';
import type { RunReport } from '../../reports/run-report-schema.js';
import { toRunLines } from '../../reports/terminal/run-lines.js';
import { toPrintableLine } from '../../wire/printable.js';
import { plural } from '../../wire/wording.js';
import { wrongUse } from '../input/command-error.js';
import { type Environment, textOutputOf, toTextStyle, writeLines } from '../input/environment.js';
import { isGzip } from '../migration/gzip-lines.js';
import type { ReportRequest } from '../options/command-flags.js';
import { mergeParts, type MergePartsFlags } from '../migration/merge-parts.js';
import { createProgressLine } from '../output/progress-line.js';
import { readReportFile } from '../output/report-file.js';
import { toReportOptions, writeReports } from '../output/report-output.js';

/** The options of `merge`, for reports or for parts of a snapshot. */
export interface MergeFlags extends MergePartsFlags {
  readonly report?: readonly ReportRequest[];
  readonly sign?: string;
  readonly verbose?: boolean;
}

/** Merges what all shards left: the parts of a snapshot, or the reports of a run. */
export async function merge(files: readonly string[], flags: MergeFlags, environment: Environment): Promise<ExitCode> {
  const parts: string[] = [];
  for (const file of files) if (await isGzip(resolve(environment.folder, file))) parts.push(file);
  const reports = files.filter((file) => !parts.includes(file));
  if (parts[0] !== undefined && reports[0] !== undefined)
    throw wrongUse(`${parts[0]} is a part of a snapshot and ${reports[0]} is a report; give the files of one kind.`);
  const isSnapshot = reports.length === 0;
  refuseOthers(flags, isSnapshot ? ofReports : ofParts);
  return isSnapshot ? mergeParts(files, flags, environment) : mergeReports(files, flags, environment);
}

/** Options that only one kind of file has, and what to do. */
interface Kind {
  readonly names: readonly (keyof MergeFlags)[];
  readonly advice: string;
}

const ofReports: Kind = {
  names: ['report', 'sign', 'verbose'],
  advice: 'is for reports of check; a snapshot is written to -o FILE',
};

const ofParts: Kind = {
  names: ['output', 'questions', 'rate', 'maxRequests', 'basic', 'bearer', 'header', 'proxy', 'ca', 'cert'],
  advice: 'is for parts of a snapshot; the report of a run is written with --report FORMAT=FILE, and sends no request',
};

function refuseOthers(flags: MergeFlags, { names, advice }: Kind): void {
  const given = names.find((name) => flags[name] !== undefined);
  if (given === undefined) return;
  throw wrongUse(`--${given.replace(/[A-Z]/, (letter) => `-${letter.toLowerCase()}`)} ${advice}.`);
}

/** Merges the reports of all shards of a run, prints the run, and returns its exit code. */
async function mergeReports(
  files: readonly string[],
  { report: requests = [], sign, verbose = false }: MergeFlags,
  environment: Environment,
): Promise<ExitCode> {
  const options = await toReportOptions(requests, sign, environment);
  const whole = join(await readAll(files, environment));
  const output = textOutputOf(requests, environment);
  const setting = toTextStyle(output, environment);
  writeLines(output, [...toHeadLines(whole, files.length), ...toRunLines(whole, { ...setting, verbose })]);
  writeReports(options, whole, environment);
  return whole.exitCode;
}

async function readAll(files: readonly string[], environment: Environment): Promise<readonly NamedReport[]> {
  const { show, clear } = createProgressLine(environment, false);
  const all: NamedReport[] = [];
  try {
    for (const name of files) {
      const failed = all.reduce((sum, { report }) => sum + report.counts.failed, 0);
      const also = [`${failed} failed`, `reading ${toPrintableLine(name)}`];
      show({ done: all.length, expected: files.length, unit: 'report', also });
      all.push({ name, report: await readReportFile(name, environment) });
    }
    return all;
  } finally {
    clear();
  }
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
