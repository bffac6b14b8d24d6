import { writeFileSync } from 'node:fs';
import { access, constants, stat } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { cannotJudge, wrongUse } from './command-error.js';
import type { Environment } from './environment.js';
import { toReason } from './json-file.js';
import type { ReportRequest } from './report-request.js';

type Target = Pick<ReportRequest, 'file'>;

/**
 * Throws a wrong use for reports that could not all be written, before a run is spent on them: two in the same place, or
 * a place that cannot be written to.
 */
export async function refuseUnwritable(requests: readonly Target[], { folder }: Environment): Promise<void> {
  const files = requests.flatMap(({ file }) => (file === undefined ? [] : [file]));
  const paths = files.map((file) => resolve(folder, file));
  for (const [index, path] of paths.entries()) {
    const file = files[index];
    if (paths.indexOf(path) < index) throw wrongUse(`Two reports would be written to ${file}; give each a file.`);
    const problem = await problemOf(path);
    if (problem !== undefined) throw wrongUse(`The report ${file} cannot be written: ${problem}.`);
  }
  if (requests.length - files.length <= 1) return;
  throw wrongUse('Only one report can go to standard output; give the others a file, like --report json=FILE.');
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

/** Writes a report to its file, or to standard output: in one go, so that no signal leaves half of it. */
export function writeReport({ file }: Target, text: string, environment: Environment): void {
  if (file === undefined) return environment.stdout.write(text);
  try {
    writeFileSync(resolve(environment.folder, file), text);
  } catch (error) {
    throw cannotJudge(`The report ${file} could not be written: ${toReason(error)}.`);
  }
}
