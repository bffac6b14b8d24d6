import { once } from 'node:events';
import { createReadStream, createWriteStream } from 'node:fs';
import { open, rename, rm } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import type { JsonValue } from '../../wire/json.js';
import { parseJson } from '../../wire/message-body.js';
import { wrongUse } from '../input/command-error.js';
import { toReason } from '../input/json-file.js';
import { linesOf } from './line-runs.js';

/** Speed counts here: records are much alike, and the first level makes them small enough. */
export const LEVEL = 1;

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

/** Octets of a file: from one on, up to another that is not read. */
export interface Span {
  readonly from?: number;
  readonly to?: number;
}

/** The lines of a gzipped file, some at a time. */
async function* readGzipLines(path: string, { from, to }: Span): AsyncGenerator<readonly string[]> {
  const bounds = { ...(from !== undefined && { start: from }), ...(to !== undefined && { end: to - 1 }) };
  const source = createReadStream(path, bounds);
  const gunzip = createGunzip();
  const fed = pipeline(source, gunzip).catch((error: unknown) => gunzip.destroy(toError(error)));
  yield* linesOf(gunzip as AsyncIterable<Buffer>);
  await fed;
}

const toError = (error: unknown): Error => (error instanceof Error ? error : new Error(String(error)));

/** The first line of a gzipped file as JSON. */
export async function readFirstLine(path: string, file: string): Promise<JsonValue | undefined> {
  for await (const [first = ''] of readLines(path, file)) return parseJson(first);
  return undefined;
}

/** The lines of a gzipped file, some at a time. What is broken in a file is the file's fault. */
export async function* readLines(path: string, file: string, span: Span = {}): AsyncGenerator<readonly string[]> {
  try {
    yield* readGzipLines(path, span);
  } catch (error) {
    throw wrongUse(`${file} cannot be read as a snapshot: ${toReason(error)}.`);
  }
}

/** The first octets of gzip (RFC 1952 section 2.3.1); the reader of a file that is missing or is none reports it. */
export async function isGzip(path: string, at = 0): Promise<boolean> {
  const file = await open(path).catch(() => undefined);
  if (!file) return path.endsWith('.gz');
  try {
    const { buffer } = await file.read(Buffer.alloc(2), 0, 2, at);
    return buffer[0] === 0x1f && buffer[1] === 0x8b;
  } catch {
    return false;
  } finally {
    await file.close();
  }
}
