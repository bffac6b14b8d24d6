/** Lines that come in order, some at a time. */
export type SortedLines = AsyncIterable<readonly string[]>;

interface Cursor {
  readonly source: AsyncIterator<readonly string[]>;
  lines: readonly string[];
  next: number;
  line: string;
}

/** Merges sorted lines into one sorted sequence, holding a few lines of each. */
export async function* mergeSorted(sources: readonly SortedLines[]): AsyncGenerator<string> {
  const heap: Cursor[] = [];
  for (const source of sources) {
    const cursor: Cursor = { source: source[Symbol.asyncIterator](), lines: [], next: 0, line: '' };
    if (await advance(cursor)) push(heap, cursor);
  }
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
