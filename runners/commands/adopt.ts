import { access, writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { Baseline } from '../../harness/baseline/schema.js';
import { type Adopted, adoptRun, toBaseline } from '../../harness/baseline/adopt.js';
import type { ExitCode } from '../../harness/reports/conclusion.js';
import { toAdoptLines } from '../adopt-lines.js';
import { type BaselineFileOptions, readBaselineFile } from '../baseline-file.js';
import { CommandError, wrongUse } from '../command-error.js';
import type { Environment } from '../environment.js';
import { toReason } from '../json-file.js';
import { readReportFile } from '../report-file.js';
import { writeLines } from '../setting.js';

export interface AdoptFlags {
  readonly output: string;
  readonly strict?: boolean;
}

/** Writes the deviations of a run as a baseline, or brings one up to date. */
export async function adopt(
  report: string,
  { output, strict = false }: AdoptFlags,
  environment: Environment,
): Promise<ExitCode> {
  const run = await readReportFile(report, environment);
  const own = run.requirements.map(({ id }) => id);
  const { folder } = environment;
  const adopted = adoptRun(run, { existing: await readExisting(output, { folder, own }), strict });
  if (adopted.length > 0) await write(adopted, output, environment);
  writeLines(environment.stdout, toAdoptLines(adopted, { file: output, end: run.end, strict }));
  return 0;
}

/** What a person wrote is never lost: a file that is no baseline is not written to. */
async function readExisting(path: string, options: BaselineFileOptions): Promise<Baseline | undefined> {
  const isThere = await access(resolve(options.folder, path)).then(
    () => true,
    () => false,
  );
  if (!isThere) return undefined;
  try {
    return await readBaselineFile(path, options);
  } catch (error) {
    if (!(error instanceof CommandError)) throw error;
    throw wrongUse(`${error.message} It is left as it is; name another file with -o.`);
  }
}

async function write(adopted: readonly Adopted[], file: string, { folder }: Environment): Promise<void> {
  try {
    await writeFile(resolve(folder, file), `${JSON.stringify(toBaseline(adopted), null, 2)}\n`);
  } catch (error) {
    throw wrongUse(`The baseline ${file} cannot be written: ${toReason(error)}.`);
  }
}
