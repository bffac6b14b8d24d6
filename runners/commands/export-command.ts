import { access, constants, mkdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { snapshotOrder } from '../../migration/snapshot/canonical-record.js';
import type { ExitCode } from '../../reports/conclusion.js';
import { toPrintableLine } from '../../wire/printable.js';
import { plural } from '../../wire/wording.js';
import { interrupted, wrongUse } from '../input/command-error.js';
import { type Environment, writeLines } from '../input/environment.js';
import { toReason } from '../input/json-file.js';
import { loadParquet, writeTable } from '../migration/parquet-file.js';
import { openSnapshot } from '../migration/snapshot-file.js';

/** The options of `export` as commander parses them. */
export interface ExportFlags {
  /** The folder of the files. */
  readonly output: string;
}

/** Writes the records of a snapshot as tables, one file a collection. Throws a wrong use for what is no snapshot. */
export async function exportSnapshot(
  file: string,
  { output }: ExportFlags,
  environment: Environment,
): Promise<ExitCode> {
  const parquet = await loadParquet();
  const snapshot = await openSnapshot(file, environment);
  const folder = resolve(environment.folder, output);
  await makeFolder(folder, output);
  for (const collection of snapshotOrder) {
    const name = `${collection}.parquet`;
    const options = {
      collection,
      records: until(environment.signal, snapshot.records(collection)),
      path: join(folder, name),
    };
    const count = await writeTable(parquet, options);
    writeLines(environment.stdout, [toPrintableLine(`Wrote ${join(output, name)} with ${plural(count, 'record')}.`)]);
  }
  return 0;
}

/** Throws a wrong use for what is no folder, or may not be written to. */
async function makeFolder(folder: string, output: string): Promise<void> {
  try {
    await mkdir(folder, { recursive: true });
    await access(folder, constants.W_OK);
  } catch (error) {
    throw wrongUse(`${output} cannot be written to: ${toReason(error)}. Name a folder with -o.`);
  }
}

async function* until<Item>(signal: AbortSignal, items: AsyncIterable<Item>): AsyncGenerator<Item> {
  for await (const item of items) {
    if (signal.aborted) throw interrupted('Interrupted. Repeat the command to write all files.');
    yield item;
  }
}
