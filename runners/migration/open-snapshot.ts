import { resolve } from 'node:path';
import type { Collection } from '../../contract/field.js';
import { parseJson } from '../../harness/body.js';
import { type SnapshotHeader, toHeader } from '../../migration/header.js';
import type { Golden } from '../../migration/question.js';
import type { SnapshotRecord } from '../../migration/record.js';
import { wrongUse } from '../command-error.js';
import type { Environment } from '../environment.js';
import { toReason } from '../json-file.js';
import { readGzipLines } from './snapshot-file.js';

/** A snapshot that can be read, as often as needed. */
export interface Snapshot {
  readonly header: SnapshotHeader;
  /** Its records of a collection, in the order of their ids. */
  records(collection: Collection): AsyncGenerator<SnapshotRecord>;
  /** The requests that were kept with their answers. */
  goldens(): AsyncGenerator<Golden>;
}

/** Opens a snapshot. Throws a wrong use for what is none. */
export async function openSnapshot(file: string, { folder }: Environment): Promise<Snapshot> {
  const path = resolve(folder, file);
  const header = await readHeader(path, file);
  return {
    header,
    records: (collection) =>
      readPart(readLines(path, file), { start: `{"collection":"${collection}"`, read: toRecord }),
    goldens: () => readPart(readLines(path, file), { start: '{"question"', read: toGolden }),
  };
}

interface Part<T> {
  /** What each of its lines starts with. */
  readonly start: string;
  readonly read: (line: string) => T;
}

/** Reads the lines of one part, and nothing behind it. */
async function* readPart<T>(
  some: AsyncIterable<readonly string[]>,
  { start, read }: Part<T>,
): AsyncGenerator<T, undefined> {
  let begun = false;
  for await (const lines of some) {
    for (const line of lines) {
      const isOne = line.startsWith(start);
      if (begun && !isOne) return;
      begun ||= isOne;
      if (isOne) yield read(line);
    }
  }
}

const toGolden = (line: string): Golden => JSON.parse(line) as Golden;
const toRecord = (line: string): SnapshotRecord => JSON.parse(line) as SnapshotRecord;

async function readHeader(path: string, file: string): Promise<SnapshotHeader> {
  for await (const [first = ''] of readLines(path, file)) {
    const header = toHeader(parseJson(first));
    if (header) return header;
    break;
  }
  throw wrongUse(`${file} is no snapshot; give what calproof snapshot URL -o FILE wrote.`);
}

/** What is broken in a file is the file's fault. */
async function* readLines(path: string, file: string): AsyncGenerator<readonly string[]> {
  try {
    yield* readGzipLines(path);
  } catch (error) {
    throw wrongUse(`${file} cannot be read as a snapshot: ${toReason(error)}.`);
  }
}
