import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { mergeSorted } from './merge-sorted.js';

/** A part of a file that holds sorted lines. */
export interface LineRun {
  readonly start: number;
  readonly end: number;
}

/** A file of sorted runs of lines, merged into one when they are read. */
export interface LineRuns {
  /** Sorts lines and adds them as a run. */
  append(lines: readonly string[]): Promise<LineRun>;
  /** All lines of some runs in order. */
  merge(runs: readonly LineRun[]): AsyncGenerator<string>;
  /** Resolves when what was appended survives a crash. */
  sync(): Promise<void>;
  close(): Promise<void>;
}

/** Opens a file of runs, cut off after `size` octets. */
export async function openLineRuns(path: string, size = 0): Promise<LineRuns> {
  const file = await open(path, size === 0 ? 'w+' : 'r+');
  await file.truncate(size);
  let end = size;
  return {
    async append(lines) {
      const octets = Buffer.from(`${[...lines].sort(inOrder).join('\n')}\n`);
      const start = end;
      end += octets.length;
      await file.write(octets, 0, octets.length, start);
      return { start, end };
    },
    merge: (runs) => mergeSorted(runs.map((run) => readRun(path, run))),
    sync: () => file.datasync(),
    close: () => file.close(),
  };
}

/** The order of lines everywhere: that of their code units. */
const inOrder = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0);

/** Small, for hundreds of runs are read at the same time. */
const READ_AT_ONCE = 16_384;

async function* readRun(path: string, { start, end }: LineRun): AsyncGenerator<readonly string[]> {
  if (end <= start) return;
  const input = createReadStream(path, { start, end: end - 1, highWaterMark: READ_AT_ONCE });
  let rest: Buffer = Buffer.alloc(0);
  for await (const chunk of input as AsyncIterable<Buffer>) {
    const whole = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
    const last = whole.lastIndexOf(10);
    if (last < 0) {
      rest = whole;
      continue;
    }
    rest = Buffer.from(whole.subarray(last + 1));
    yield whole.toString('utf8', 0, last).split('\n');
  }
}
