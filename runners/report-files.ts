import { access, constants, stat, writeFile } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { cannotJudge, wrongUse } from './command-error.js';
import type { Environment } from './environment.js';
import { toReason } from './json-file.js';
import type { ReportRequest } from './report-request.js';

type Target = Pick<ReportRequest, 'file'>;

/** Throws a wrong use for a report that could not be written, before a run is spent on it. */
export async function refuseUnwritable(reports: readonly Target[], { folder }: Environment): Promise<void> {
  for (const { file } of reports) {
    if (file === undefined) continue;
    const problem = await problemOf(resolve(folder, file));
    if (problem !== undefined) throw wrongUse(`The report ${file} cannot be written: ${problem}.`);
  }
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

/** Writes a report to its file, or to standard output. */
export async function writeReport({ file }: Target, text: string, environment: Environment): Promise<void> {
  if (file === undefined) return environment.stdout.write(text);
  try {
    await writeFile(resolve(environment.folder, file), text);
  } catch (error) {
    throw cannotJudge(`The report ${file} could not be written: ${toReason(error)}.`);
  }
}
