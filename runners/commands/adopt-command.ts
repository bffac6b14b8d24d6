import { writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { RunEnd } from '../../kernel/run-event.js';
import { type Adopted, type AdoptedFate, adoptRun, toBaseline } from '../../reports/baseline/adoption.js';
import type { Baseline } from '../../reports/baseline/baseline-schema.js';
import type { ExitCode } from '../../reports/conclusion.js';
import { toPrintableLine } from '../../wire/printable.js';
import { plural, someOf } from '../../wire/wording.js';
import { CommandError, wrongUse } from '../input/command-error.js';
import { type Environment, writeLines } from '../input/environment.js';
import { exists, toReason } from '../input/json-file.js';
import { readReportFile } from '../output/report-file.js';
import { type BaselineFileOptions, readBaselineFile } from '../run/expectation-files.js';

/** The context of the lines about an adopted baseline. */
export interface AdoptLinesOptions {
  readonly file: string;
  readonly end: RunEnd['end'];
  readonly strict: boolean;
}

/** The fates of entries, the most important first, as words after their count. */
const fates: readonly (readonly [AdoptedFate, string])[] = [
  ['new', 'new, with reason, owner and link to fill in'],
  ['kept', 'kept unchanged'],
  ['expired', 'kept but expired; fix the deviation, or set a new date'],
  ['differs', 'kept, but failing differently, which is still a failure; fix it, or update the entry'],
  ['notJudged', 'kept, without a verdict in this run'],
  ['passed', 'removed, passing again'],
];

/** What was written, each entry that needs attention, and the next step. */
export function toAdoptLines(adopted: readonly Adopted[], options: AdoptLinesOptions): readonly string[] {
  const { file, end } = options;
  const partial = end === 'finished' ? [] : [`The run was ${end}: it may not have seen every deviation.`];
  if (adopted.length === 0) return [...partial, toNothingLine(options)];
  const left = adopted.filter(({ fate }) => fate !== 'passed').length;
  const written = toPrintableLine(`Wrote ${file}: ${plural(left, 'known deviation')}.`);
  const next = toPrintableLine(`Next: review ${file}, then run calproof check with --baseline ${file}.`);
  return [...partial, written, ...toFateLines(adopted), ...(left > 0 ? [next] : [])];
}

const toNothingLine = ({ strict }: AdoptLinesOptions): string =>
  `Wrote nothing: no MUST ${strict ? 'or SHOULD ' : ''}failed in this report.`;

/** The most ids to print for each fate. */
const NAMED = 8;

const toFateLines = (adopted: readonly Adopted[]): readonly string[] =>
  fates.flatMap(([fate, words]) => {
    const ids = adopted.filter((one) => one.fate === fate).map(({ entry }) => entry.requirement);
    return ids.length === 0 ? [] : [`  ${ids.length} ${words}: ${someOf(ids, NAMED)}`];
  });

export interface AdoptFlags {
  readonly output: string;
  readonly strict?: boolean;
}

/** Writes the deviations of a run to a baseline, or updates one. */
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

/** Never overwrites a file that is not a baseline. */
async function readExisting(path: string, options: BaselineFileOptions): Promise<Baseline | undefined> {
  if (!(await exists(resolve(options.folder, path)))) return undefined;
  try {
    return await readBaselineFile(path, options);
  } catch (error) {
    if (!(error instanceof CommandError)) throw error;
    throw wrongUse(`${error.message} It was not changed; name another file with -o.`);
  }
}

async function write(adopted: readonly Adopted[], file: string, { folder }: Environment): Promise<void> {
  try {
    await writeFile(resolve(folder, file), `${JSON.stringify(toBaseline(adopted), null, 2)}\n`);
  } catch (error) {
    throw wrongUse(`The baseline ${file} cannot be written: ${toReason(error)}.`);
  }
}
