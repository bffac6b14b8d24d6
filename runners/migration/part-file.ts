import { rm } from 'node:fs/promises';
import { resolve } from 'node:path';
import { toShardText } from '../../kernel/run/shard.js';
import { type PartHeader, type SnapshotPart, toPartHeader } from '../../migration/capture/snapshot-part.js';
import { toHeader, SNAPSHOT_FORM } from '../../migration/snapshot/snapshot-header.js';
import { interrupted, wrongUse } from '../input/command-error.js';
import type { Environment } from '../input/environment.js';
import { joinFiles, readFirstLine, readLines, writeGzipLines } from './gzip-lines.js';

/** Writes what one shard read: a header, and the records as lists show them, in order. */
export async function writePart(path: string, part: SnapshotPart, entries: AsyncIterable<string>): Promise<PartHeader> {
  const files = { header: `${path}.header`, records: `${path}.records` };
  try {
    const lines = await writeGzipLines(files.records, async (write) => {
      let count = 0;
      for await (const entry of entries) {
        await write(entry);
        count += 1;
      }
      return count;
    });
    const header: PartHeader = { 'calproof-snapshot-part': SNAPSHOT_FORM, ...part, lines };
    await writeGzipLines(files.header, (write) => write(JSON.stringify(header)));
    await joinFiles([files.header, files.records], path);
    return header;
  } finally {
    await Promise.all(Object.values(files).map((file) => rm(file, { force: true })));
  }
}

/** A part that can be read. */
export interface OpenedPart {
  readonly name: string;
  readonly part: SnapshotPart;
  /** How many entries it holds. */
  readonly lines: number;
  /** The records as lists show them, in order, some at a time. Throws a wrong use where some are missing. */
  readonly entries: AsyncIterable<readonly string[]>;
}

/** Opens the file of a part. Throws a wrong use for what is none. */
export async function openPart(name: string, environment: Environment): Promise<OpenedPart> {
  const path = resolve(environment.folder, name);
  const first = await readFirstLine(path, name);
  const header = toPartHeader(first);
  if (header) {
    const { 'calproof-snapshot-part': _form, lines, ...part } = header;
    return { name, part, lines, entries: readEntries(path, { name, part, lines, environment }) };
  }
  if (toHeader(first))
    throw wrongUse(`${name} is a whole snapshot, not a part of one (calproof snapshot --shard I/N).`);
  throw wrongUse(`${name} is no part of a snapshot; give files written by calproof snapshot URL --shard I/N -o FILE.`);
}

interface Opening extends Omit<OpenedPart, 'entries'> {
  readonly environment: Environment;
}

async function* readEntries(
  path: string,
  { name, part, lines, environment: { signal } }: Opening,
): AsyncGenerator<readonly string[]> {
  let count = -1;
  for await (const some of readLines(path, name)) {
    if (signal.aborted) throw interrupted('Interrupted.');
    yield count < 0 ? some.slice(1) : some;
    count += some.length;
  }
  if (count === lines) return;
  throw wrongUse(`${name} holds ${count} of its ${lines} lines: take shard ${toShardText(part.shard)} again.`);
}
