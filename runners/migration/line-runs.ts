import { type FileHandle, open } from 'node:fs/promises';

/** Lines that come in order, some at a time. */
type SortedLines = AsyncIterable<readonly string[]>;

interface Cursor {
  readonly source: AsyncIterator<readonly string[]>;
  lines: readonly string[];
  next: number;
  line: string;
}

/** Merges sorted lines into one sorted sequence, holding a few lines of each. However it ends, the sources are closed. */
export async function* mergeSorted(sources: readonly SortedLines[]): AsyncGenerator<string> {
  const cursors = sources.map((source): Cursor => ({ source: source[Symbol.asyncIterator](), ...NOTHING }));
  try {
    yield* mergeCursors(cursors);
  } finally {
    for (const { source } of cursors) await source.return?.();
  }
}

const NOTHING = { lines: [], next: 0, line: '' } as const;

async function* mergeCursors(cursors: readonly Cursor[]): AsyncGenerator<string> {
  const heap: Cursor[] = [];
  for (const cursor of cursors) if (await advance(cursor)) push(heap, cursor);
  for (let first = heap[0]; first; first = heap[0]) {
    yield first.line;
    const isMore = first.next < first.lines.length ? step(first) : await advance(first);
    const last = isMore ? first : heap.pop();
    if (last && heap.length > 0) sink(heap, last);
  }
}

function step(cursor: Cursor): true {
  cursor.line = cursor.lines[cursor.next] ?? '';
  cursor.next += 1;
  return true;
}

async function advance(cursor: Cursor): Promise<boolean> {
  const { done, value } = await cursor.source.next();
  if (done === true) return false;
  cursor.lines = value;
  cursor.next = 0;
  return value.length === 0 ? advance(cursor) : step(cursor);
}

function push(heap: Cursor[], cursor: Cursor): void {
  let place = heap.length;
  heap.push(cursor);
  while (place > 0) {
    const above = (place - 1) >> 1;
    const parent = heap[above];
    if (!parent || parent.line <= cursor.line) break;
    heap[place] = parent;
    place = above;
  }
  heap[place] = cursor;
}

/** Puts a cursor in the place of the first one. */
function sink(heap: Cursor[], cursor: Cursor): void {
  let place = 0;
  for (;;) {
    const [left, right] = [heap[2 * place + 1], heap[2 * place + 2]];
    const isRight = left !== undefined && right !== undefined && right.line < left.line;
    const child = isRight ? right : left;
    if (!child || child.line >= cursor.line) break;
    heap[place] = child;
    place = 2 * place + (isRight ? 2 : 1);
  }
  heap[place] = cursor;
}

/** The lines of a stream of octets, some at a time; without a last line that is not ended. */
export async function* linesOf(chunks: AsyncIterable<Buffer>): AsyncGenerator<readonly string[]> {
  let rest: Buffer = Buffer.alloc(0);
  for await (const chunk of chunks) {
    const whole = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
    const last = whole.lastIndexOf(10);
    if (last >= 0) yield whole.toString('utf8', 0, last).split('\n');
    rest = last < 0 ? whole : Buffer.from(whole.subarray(last + 1));
  }
}

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
    merge(runs) {
      const merging = { file, size: Math.max(LEAST, Math.floor(HELD / Math.max(1, runs.length))) };
      return mergeSorted(runs.map((run) => linesOf(readRun(merging, run))));
    },
    sync: () => file.datasync(),
    close: () => file.close(),
  };
}

/** The order of lines everywhere: that of their code units. */
const inOrder = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0);

/** Octets that are held of all runs while they are merged, about: however many there are, memory does not grow. */
const HELD = 2 ** 21;

/** Less of a run is not worth a read. */
const LEAST = 4_096;

interface Merging {
  readonly file: FileHandle;
  /** Octets read at once. */
  readonly size: number;
}

async function* readRun({ file, size }: Merging, { start, end }: LineRun): AsyncGenerator<Buffer> {
  for (let at = start; at < end; ) {
    const octets = Buffer.allocUnsafe(Math.min(size, end - at));
    const { bytesRead } = await file.read(octets, 0, octets.length, at);
    if (bytesRead === 0) return;
    at += bytesRead;
    yield octets.subarray(0, bytesRead);
  }
}
