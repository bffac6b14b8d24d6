import type { Pair } from '../findings/finding.js';
import type { SnapshotRecord } from '../snapshot/canonical-record.js';
import { type Level, levels } from '../snapshot/record-keys.js';

/** Lines that are put somewhere and come back in order. */
interface Sorting {
  add(line: string): Promise<void>;
  sorted(): AsyncIterable<string>;
}

export type CreateSorting = () => Promise<Sorting>;

/** A record before and the one that it is after, and what they were found by; one alone is gone or new. */
export interface Match extends Pair {
  readonly by?: Level['by'];
}

interface Keyed {
  readonly key: string;
  readonly record: SnapshotRecord;
}

/** Records that come in the order of their ids. */
type Records = AsyncIterable<SnapshotRecord>;

/**
 * Finds the record after for each record before. Both come in the order of their ids; what is not found by its id is
 * sorted by what else it may be found by, so that no more than a few records are held at a time.
 */
export async function* match(as: Records, bs: Records, create: CreateSorting): AsyncGenerator<Match> {
  const [first, ...others] = levels;
  if (first) yield* matchBy(first, others, { as: withKeys(as, first), bs: withKeys(bs, first) }, create);
}

interface Sides {
  readonly as: AsyncIterable<Keyed>;
  readonly bs: AsyncIterable<Keyed>;
}

async function* withKeys(records: Records, { key }: Level): AsyncGenerator<Keyed> {
  for await (const record of records) yield { key: key(record) ?? '', record };
}

async function* matchBy(
  level: Level,
  [next, ...others]: readonly Level[],
  sides: Sides,
  create: CreateSorting,
): AsyncGenerator<Match> {
  const left = next && { as: await toShelf(next, create), bs: await toShelf(next, create) };
  for await (const group of join(sides)) {
    for (const found of pairUp(group, level)) {
      if (found.a && found.b) yield { ...found, by: level.by };
      else if (!left) yield found;
      else if (found.a) await left.as.put(found.a);
      else if (found.b) await left.bs.put(found.b);
    }
  }
  if (!next || !left) return;
  if (left.as.count > 0 && left.bs.count > 0) {
    yield* matchBy(next, others, { as: left.as.take(), bs: left.bs.take() }, create);
    return;
  }
  for await (const { record: a } of left.as.take()) yield { a };
  for await (const { record: b } of left.bs.take()) yield { b };
}

/** Records that wait for the next level, in the order of its keys. */
async function toShelf({ key }: Level, create: CreateSorting) {
  const sorting = await create();
  const shelf = {
    count: 0,
    put(record: SnapshotRecord): Promise<void> {
      shelf.count += 1;
      return sorting.add(`${key(record) ?? ''}\t${JSON.stringify(record)}`);
    },
    async *take(): AsyncGenerator<Keyed> {
      for await (const line of sorting.sorted()) {
        const tab = line.indexOf('\t');
        yield { key: line.slice(0, tab), record: JSON.parse(line.slice(tab + 1)) as SnapshotRecord };
      }
    },
  };
  return shelf;
}

interface Group {
  readonly key: string;
  readonly as: readonly SnapshotRecord[];
  readonly bs: readonly SnapshotRecord[];
}

/** The records of both sides by their key; those without one never meet. */
async function* join({ as, bs }: Sides): AsyncGenerator<Group> {
  const [left, right] = [toGroups(as), toGroups(bs)];
  let [a, b] = [await nextOf(left), await nextOf(right)];
  while (a || b) {
    const isA = a !== undefined && (b === undefined || a.key <= b.key);
    const isB = b !== undefined && (a === undefined || b.key <= a.key);
    const key = (isA ? a?.key : b?.key) ?? '';
    yield { key, as: (isA && a?.records) || [], bs: (isB && b?.records) || [] };
    if (isA) a = await nextOf(left);
    if (isB) b = await nextOf(right);
  }
}

async function nextOf(groups: AsyncIterator<Shelf, undefined>): Promise<Shelf | undefined> {
  const { done, value } = await groups.next();
  return done === true ? undefined : value;
}

interface Shelf {
  readonly key: string;
  readonly records: readonly SnapshotRecord[];
}

async function* toGroups(keyed: AsyncIterable<Keyed>): AsyncGenerator<Shelf, undefined> {
  let shelf: { key: string; records: SnapshotRecord[] } | undefined;
  for await (const { key, record } of keyed) {
    // What has no key is a group of its own.
    if (shelf && (shelf.key !== key || key === '')) {
      yield shelf;
      shelf = undefined;
    }
    shelf ??= { key, records: [] };
    shelf.records.push(record);
  }
  if (shelf) yield shelf;
  return undefined;
}

/** Pairs the records of a group, those of the same lists first. */
function* pairUp({ key, as, bs }: Group, { accepts }: Level): Generator<Pair> {
  const free = new Set(key === '' ? [] : bs);
  const find = (a: SnapshotRecord, isClose: boolean): SnapshotRecord | undefined =>
    [...free].find((b) => (!isClose || b.lists[0] === a.lists[0]) && accepts(a, b));
  const alone: SnapshotRecord[] = [];
  for (const a of as) {
    const b = find(a, true);
    if (b) free.delete(b);
    if (b) yield { a, b };
    else alone.push(a);
  }
  for (const a of alone) {
    const b = find(a, false);
    if (b) free.delete(b);
    yield b ? { a, b } : { a };
  }
  for (const b of key === '' ? bs : free) yield { b };
}
