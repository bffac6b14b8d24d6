import type { KeyObject } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { access, constants, stat } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { type CheckFormat, STREAM } from '../../reports/formats/report-formats.js';
import { reports as renderers } from '../../reports/formats/reports.js';
import type { RunReport } from '../../reports/run-report-schema.js';
import { cannotJudge, wrongUse } from '../input/command-error.js';
import type { Environment } from '../input/environment.js';
import { toReason } from '../input/json-file.js';
import type { ReportRequest } from '../options/command-flags.js';
import { toSource } from '../options/connection-flags.js';

type Target = Pick<ReportRequest, 'file'>;

/**
 * Throws a wrong use for reports that cannot all be written, before anything is sent: two to the same file, or a file that
 * cannot be written.
 */
export async function refuseUnwritable(requests: readonly Target[], { folder }: Environment): Promise<void> {
  const files = requests.flatMap(({ file }) => (file === undefined ? [] : [file]));
  const paths = files.map((file) => resolve(folder, file));
  for (const [index, path] of paths.entries()) {
    const file = files[index];
    if (paths.indexOf(path) < index) throw wrongUse(`Two reports would be written to ${file}; give each its own file.`);
    const problem = await problemOf(path);
    if (problem !== undefined) throw wrongUse(`The report ${file} cannot be written: ${problem}.`);
  }
  if (requests.length - files.length <= 1) return;
  throw wrongUse('Only one report can go to standard output; give the others a file, as in --report json=FILE.');
}

async function problemOf(path: string): Promise<string | undefined> {
  const existing = await stat(path).catch(() => undefined);
  if (existing?.isDirectory()) return 'it is a folder';
  try {
    await access(existing ? path : dirname(path), constants.W_OK);
    return undefined;
  } catch (error) {
    const reason = toReason(error);
    return existing ? reason : `${dirname(path)}: ${reason}`;
  }
}

/** Writes a report to its file, or to standard output, synchronously, so that no signal leaves half of it. */
export function writeReport({ file }: Target, text: string, environment: Environment): void {
  if (file === undefined) return environment.stdout.write(text);
  try {
    writeFileSync(resolve(environment.folder, file), text);
  } catch (error) {
    throw cannotJudge(`The report ${file} could not be written: ${toReason(error)}.`);
  }
}

/** Which reports of a run are written, and what signs its statement. */
export interface ReportOptions {
  readonly reports: readonly ReportRequest<CheckFormat>[];
  readonly signingKey?: KeyObject | undefined;
}

/** Fetches the key that signs the statement, where one is named. Throws a wrong use where no statement is written. */
export async function toReportOptions(
  reports: readonly ReportRequest<CheckFormat>[],
  sign: string | undefined,
  environment: Environment,
): Promise<ReportOptions> {
  await refuseUnwritable(reports, environment);
  if (sign === undefined) return { reports };
  if (reports.every(({ format }) => format !== 'statement'))
    throw wrongUse('--sign signs a statement; add --report statement=FILE.');
  const { fetchSigningKey } = await import('../input/signing-key.js');
  return { reports, signingKey: await fetchSigningKey(toSource('--sign', sign), environment) };
}

/** Writes the requested reports of a finished run, also those after one that cannot be written. */
export function writeReports(
  { reports: requests, signingKey }: ReportOptions,
  report: RunReport,
  environment: Environment,
): void {
  const failures: unknown[] = [];
  const context = { json: jsonFileOf(requests), signingKey };
  for (const { format, ...target } of requests) {
    if (format === STREAM) continue;
    try {
      writeReport(target, renderers[format](report, context), environment);
    } catch (error) {
      failures.push(error);
    }
  }
  if (failures.length > 0) throw failures[0];
}

/** The file of the JSON report, where one is requested. */
export const jsonFileOf = (requests: readonly ReportRequest<CheckFormat>[]): string | undefined =>
  requests.find(({ format, file }) => format === 'json' && file !== undefined)?.file;
