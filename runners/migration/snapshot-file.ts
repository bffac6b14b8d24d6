import { once } from 'node:events';
import { createReadStream, createWriteStream } from 'node:fs';
import { open, rename, rm } from 'node:fs/promises';
import { resolve } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import type { Collection } from '../../contract/resources.js';
import { toShardText } from '../../kernel/run/shard.js';
import { toPartHeader } from '../../migration/capture/snapshot-part.js';
import type { Golden } from '../../migration/questions/question.js';
import { type SnapshotRecord, toRecordStart } from '../../migration/snapshot/canonical-record.js';
import { type SnapshotHeader, toHeader } from '../../migration/snapshot/snapshot-header.js';
import type { WriteAnswer } from '../../migration/writes/write-answer.js';
import type { JsonValue } from '../../wire/json.js';
import { parseJson } from '../../wire/message-body.js';
import { wrongUse } from '../input/command-error.js';
import type { Environment } from '../input/environment.js';
import { toReason } from '../input/json-file.js';
import { linesOf } from './line-runs.js';

/** Speed counts here: records are much alike, and the first level makes them small enough. */
const LEVEL = 1;

const TOGETHER = 65_536;

/** Adds a line to a file. */
type WriteLine = (line: string) => Promise<void>;

/** Writes gzipped lines to a new file, which is closed when `fill` resolves or rejects. */
export async function writeGzipLines<Result>(
  path: string,
  fill: (write: WriteLine) => Promise<Result>,
): Promise<Result> {
  const gzip = createGzip({ level: LEVEL });
  const written = pipeline(gzip, createWriteStream(path));
  let waiting = '';
  const flush = async (): Promise<void> => {
    const more = gzip.write(waiting);
    waiting = '';
    if (!more) await Promise.race([once(gzip, 'drain'), written]);
  };
  try {
    return await fill(async (line) => {
      waiting += `${line}\n`;
      if (waiting.length >= TOGETHER) await flush();
    });
  } finally {
    await flush();
    gzip.end();
    await written;
  }
}

/** Puts gzipped files one after the other, which is gzip again (RFC 1952 section 2.2), and deletes them. */
export async function joinFiles(parts: readonly string[], path: string): Promise<void> {
  const [first = '', ...others] = parts;
  for (const part of others) await pipeline(createReadStream(part), createWriteStream(first, { flags: 'a' }));
  await rename(first, path);
  await Promise.all(others.map((part) => rm(part)));
}

/** The lines of a gzipped file, some at a time. */
async function* readGzipLines(path: string): AsyncGenerator<readonly string[]> {
  const source = createReadStream(path);
  const gunzip = createGunzip();
  const fed = pipeline(source, gunzip).catch((error: unknown) => gunzip.destroy(toError(error)));
  yield* linesOf(gunzip as AsyncIterable<Buffer>);
  await fed;
}

const toError = (error: unknown): Error => (error instanceof Error ? error : new Error(String(error)));

/** A snapshot that can be read, as often as needed. */
export interface Snapshot {
  readonly header: SnapshotHeader;
  /** Its records of a collection, in the order of their ids; those that another identity sees, where one is named. */
  records(collection: Collection, as?: string): AsyncGenerator<SnapshotRecord>;
  /** The requests that were kept with their answers. */
  goldens(): AsyncGenerator<Golden>;
  /** The answers to the script of writes; none where it was not performed. */
  writes(): Promise<readonly WriteAnswer[]>;
}

/** Opens a snapshot. Throws a wrong use for what is none. */
export async function openSnapshot(file: string, { folder }: Environment): Promise<Snapshot> {
  const path = resolve(folder, file);
  const header = await readHeader(path, file);
  return {
    header,
    records: (collection, as) =>
      readPart(readLines(path, file), { start: toRecordStart(collection, as), read: toRecord }),
    goldens: () => readPart(readLines(path, file), { start: '{"question"', read: toGolden }),
    writes: () => (header.writes === undefined ? Promise.resolve([]) : readWrites(readLines(path, file))),
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

async function readWrites(some: AsyncIterable<readonly string[]>): Promise<readonly WriteAnswer[]> {
  const answers: WriteAnswer[] = [];
  for await (const answer of readPart(some, { start: '{"write"', read: toWriteAnswer })) answers.push(answer);
  return answers;
}

const toWriteAnswer = (line: string): WriteAnswer => JSON.parse(line) as WriteAnswer;
const toGolden = (line: string): Golden => JSON.parse(line) as Golden;
const toRecord = (line: string): SnapshotRecord => JSON.parse(line) as SnapshotRecord;

async function readHeader(path: string, file: string): Promise<SnapshotHeader> {
  const first = await readFirstLine(path, file);
  const header = toHeader(first);
  if (header) return header;
  const part = toPartHeader(first);
  if (part) throw wrongUse(`${file} is shard ${toShardText(part.shard)} of a snapshot; join it with calproof merge.`);
  throw wrongUse(`${file} is not a snapshot; give a file written by calproof snapshot URL -o FILE.`);
}

/** The first line of a gzipped file as JSON. */
export async function readFirstLine(path: string, file: string): Promise<JsonValue | undefined> {
  for await (const [first = ''] of readLines(path, file)) return parseJson(first);
  return undefined;
}

/** The lines of a gzipped file, some at a time. What is broken in a file is the file's fault. */
export async function* readLines(path: string, file: string): AsyncGenerator<readonly string[]> {
  try {
    yield* readGzipLines(path);
  } catch (error) {
    throw wrongUse(`${file} cannot be read as a snapshot: ${toReason(error)}.`);
  }
}

/** The first octets of gzip (RFC 1952 section 2.3.1); the reader of a file that is missing or is none reports it. */
export async function isGzip(path: string): Promise<boolean> {
  const file = await open(path).catch(() => undefined);
  if (!file) return path.endsWith('.gz');
  try {
    const { buffer } = await file.read(Buffer.alloc(2), 0, 2, 0);
    return buffer[0] === 0x1f && buffer[1] === 0x8b;
  } catch {
    return false;
  } finally {
    await file.close();
  }
}
