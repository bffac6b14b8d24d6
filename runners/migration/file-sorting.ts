import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import type { CreateSorting } from '../../migration/compare/match.js';
import type { Environment } from '../input/environment.js';
import { type LineRun, openLineRuns } from './line-runs.js';

/**
 * Makes what collects garbage at once. Pages are garbage as soon as they are read, a megabyte or two each, and left to
 * itself the collector lets a process grow with what the machine has; a snapshot may run for hours beside other work.
 */
export function createCollector(): () => void {
  setFlagsFromString('--expose-gc');
  const collect: unknown = runInNewContext('gc');
  return typeof collect === 'function' ? () => void collect() : () => {};
}

/** So many records are read before their garbage is collected. */
const MANY = 10_000;

/** The same records; the garbage that they become is collected as they are read. */
export async function* collecting<T>(records: AsyncIterable<T>): AsyncGenerator<T> {
  const collect = createCollector();
  let read = 0;
  for await (const record of records) {
    read += 1;
    if (read % MANY === 0) collect();
    yield record;
  }
}

/** Sorts lines in files, so that memory does not grow with their number. */
export interface FileSorting {
  readonly create: CreateSorting;
  /** A folder of its own, which goes with `close`. */
  readonly folder: string;
  close(): Promise<void>;
}

/** Octets of text, about, that are sorted together. */
const TOGETHER = 2_000_000;

/** Opens a folder for files that sort. */
export async function openFileSorting({ temporaryFolder }: Environment): Promise<FileSorting> {
  const folder = await mkdtemp(join(temporaryFolder, 'calproof-'));
  let count = 0;
  const open: (() => Promise<void>)[] = [];
  return {
    folder,
    async create() {
      count += 1;
      const sorting = await createSorting(join(folder, `sort-${count}`));
      open.push(sorting.close);
      return sorting;
    },
    async close() {
      await Promise.all(open.map((close) => close()));
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function createSorting(path: string) {
  const runs = await openLineRuns(path);
  const done: LineRun[] = [];
  let waiting: string[] = [];
  let size = 0;
  const flush = async (): Promise<void> => {
    if (waiting.length > 0) done.push(await runs.append(waiting));
    [waiting, size] = [[], 0];
  };
  return {
    async add(line: string): Promise<void> {
      waiting.push(line);
      size += line.length;
      if (size > TOGETHER) await flush();
    },
    async *sorted(): AsyncGenerator<string> {
      await flush();
      yield* runs.merge(done);
    },
    close: () => runs.close(),
  };
}
