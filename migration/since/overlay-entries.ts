import { isJsonObject, type JsonValue } from '../../wire/json.js';
import { type Entry, parseEntry, parsePlace } from '../capture/read-slice.js';
import type { Aligned } from './align-entries.js';

/** Names of slices. */
type Names = ReadonlySet<string>;

/** What was read now, and of the earlier records those of the taken over slices that no list showed now. */
export async function* overlayEntries(all: AsyncIterable<Aligned>, takenOver: Names): AsyncGenerator<string> {
  for await (const { earlier, read } of all) {
    yield* read;
    const shown = new Set(read.map((line) => parseEntry(line).list));
    for (const line of earlier) {
      const { slice, list } = parseEntry(line);
      if (takenOver.has(slice) && !shown.has(list)) yield line;
    }
  }
}

/** The taken over slices that cannot hold what they held: a record of theirs was read in another slice of its list. */
export async function findLeft(all: AsyncIterable<Aligned>, takenOver: Names): Promise<Names> {
  const left = new Set<string>();
  for await (const { earlier, read } of all) {
    if (earlier.length === 0 || read.length === 0) continue;
    const before = earlier.map(parseEntry);
    for (const { list, slice } of read.map(parseEntry)) {
      const own = before.filter((entry) => entry.list === list);
      // Windows may overlap: one that showed the record before, too, says nothing about the other.
      if (own.some((entry) => entry.slice === slice)) continue;
      for (const entry of own) if (takenOver.has(entry.slice)) left.add(entry.slice);
    }
  }
  return left;
}

/** What a sample shows. */
export interface SampleResult {
  /** Slices that hold another record than before, or one that is changed. */
  readonly changed: Names;
  /** The records of each other slice that are unchanged, by its name; those of another identity after its name. */
  readonly unchanged: ReadonlyMap<string, number>;
}

/** Compares a sample with what the earlier snapshot has in the same slices, but for volatile fields. */
export async function compareSample(all: AsyncIterable<Aligned>, volatile: Names): Promise<SampleResult> {
  const changed = new Set<string>();
  const unchanged = new Map<string, number>();
  for await (const { earlier, read } of all) {
    if (read.length === 0) continue;
    const before = earlier.map(parseEntry);
    for (const entry of read.map(parseEntry)) {
      const same = before.some((one) => one.slice === entry.slice && isSame(one, entry, volatile));
      if (same) unchanged.set(entry.slice, (unchanged.get(entry.slice) ?? 0) + 1);
      else changed.add(entry.slice);
    }
  }
  return { changed, unchanged };
}

function isSame(one: Entry, other: Entry, volatile: Names): boolean {
  if (one.content === other.content) return true;
  const { collection = '' } = parsePlace(one.order);
  const isKept = (name: string): boolean => !volatile.has(`${collection}.${name}`);
  return toSteady(one.content, isKept) === toSteady(other.content, isKept);
}

/** The content without volatile fields. */
function toSteady(content: string, isKept: (name: string) => boolean): string {
  const { fields, other } = JSON.parse(`{${content}}`) as Record<string, JsonValue>;
  const steady = [fields, other].map((one) =>
    isJsonObject(one) ? Object.entries(one).filter(([name]) => isKept(name)) : [],
  );
  return JSON.stringify(steady);
}
