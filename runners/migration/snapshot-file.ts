import { once } from 'node:events';
import { createReadStream, createWriteStream } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';

/** Speed counts here: records are much alike, and the first level makes them small enough. */
const LEVEL = 1;

/** Lines that are gzipped into a file. */
export interface GzipLines {
  write(line: string): Promise<void>;
  close(): Promise<void>;
}

const TOGETHER = 65_536;

/** Writes gzipped lines to a new file. */
export function createGzipLines(path: string): GzipLines {
  const gzip = createGzip({ level: LEVEL });
  const written = pipeline(gzip, createWriteStream(path));
  let waiting = '';
  const flush = async (): Promise<void> => {
    const more = gzip.write(waiting);
    waiting = '';
    if (!more) await Promise.race([once(gzip, 'drain'), written]);
  };
  return {
    async write(line) {
      waiting += `${line}\n`;
      if (waiting.length >= TOGETHER) await flush();
    },
    async close() {
      await flush();
      gzip.end();
      await written;
    },
  };
}

/** Puts gzipped files one after the other, which is gzip again (RFC 1952 section 2.2), and deletes them. */
export async function joinFiles(parts: readonly string[], path: string): Promise<void> {
  const [first = '', ...others] = parts;
  for (const part of others) await pipeline(createReadStream(part), createWriteStream(first, { flags: 'a' }));
  await rename(first, path);
  await Promise.all(others.map((part) => rm(part)));
}

/** The lines of a gzipped file, some at a time. */
export async function* readGzipLines(path: string): AsyncGenerator<readonly string[]> {
  const source = createReadStream(path);
  const gunzip = createGunzip();
  const fed = pipeline(source, gunzip).catch((error: unknown) => gunzip.destroy(toError(error)));
  let rest: Buffer = Buffer.alloc(0);
  for await (const chunk of gunzip as AsyncIterable<Buffer>) {
    const whole = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
    const last = whole.lastIndexOf(10);
    if (last >= 0) yield whole.toString('utf8', 0, last).split('\n');
    rest = last < 0 ? whole : Buffer.from(whole.subarray(last + 1));
  }
  await fed;
}

const toError = (error: unknown): Error => (error instanceof Error ? error : new Error(String(error)));
