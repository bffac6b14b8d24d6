import type { Collection } from '../../contract/resources.js';
import { toRecordStart } from '../snapshot/canonical-record.js';
import { type Entry, parseEntry, parsePlace } from './read-slice.js';

/** What was found while entries became records. */
export interface Tally {
  /** Records of each collection. */
  readonly records: Record<string, number>;
  /** Distinct records of each list, by collection and list: `events nl draft`. */
  readonly lists: Record<string, number>;
  /** Records that two readings of the same list showed in two ways. */
  twofold: number;
  /** Records that no slice showed now, by collection, those of other identities after their names: `@reader events`. */
  readonly takenOver: Record<string, number>;
}

export const createTally = (): Tally => ({ records: {}, lists: {}, twofold: 0, takenOver: {} });

/** A record as a line of a snapshot. */
export interface RecordLine {
  readonly collection: Collection;
  readonly id: string;
  readonly draw: string;
  readonly text: string;
  /** The identity that sees it, where it is not the first one. */
  readonly as?: string;
  /** The names of the slices that showed it. */
  readonly slices: readonly string[];
}

/** No slice. */
const NONE: ReadonlySet<string> = new Set();

/** Makes records of sorted entries: what several lists show alike is one record, what was read twice counts once. */
export async function* collapse(
  lines: AsyncIterable<string>,
  tally: Tally,
  takenOver: ReadonlySet<string> = NONE,
): AsyncGenerator<RecordLine> {
  let group: Entry[] = [];
  for await (const line of lines) {
    const entry = parseEntry(line);
    if (group[0] && (group[0].id !== entry.id || group[0].order !== entry.order)) {
      yield* counted(toRecords(group, tally), tally, takenOver);
      group = [];
    }
    group.push(entry);
  }
  yield* counted(toRecords(group, tally), tally, takenOver);
}

/** Counts records that were not read: all slices that show them were taken over. */
function* counted(lines: Iterable<RecordLine>, tally: Tally, takenOver: ReadonlySet<string>): Generator<RecordLine> {
  for (const line of lines) {
    if (takenOver.size > 0 && line.slices.every((name) => takenOver.has(name)))
      count(tally.takenOver, line.as === undefined ? line.collection : `@${line.as} ${line.collection}`);
    yield line;
  }
}

/** The records of one id: more than one where a list shows it otherwise than another does, as translations are. */
function* toRecords(group: readonly Entry[], tally: Tally): Generator<RecordLine> {
  const [first] = group;
  const { collection, as } = parsePlace(first?.order ?? '');
  if (!first || !collection) return;
  for (const [content, lists] of toContents(group, tally)) {
    if (as === undefined) count(tally.records, collection);
    for (const list of lists) count(tally.lists, `${collection} ${list}`);
    const named = `"id":${JSON.stringify(first.id)},"lists":${JSON.stringify(lists)}`;
    const text = `${toRecordStart(collection, as)},${named},${content}}`;
    const slices = [...new Set(group.filter(({ list }) => lists.includes(list)).map(({ slice }) => slice))].sort();
    yield { collection, id: first.id, draw: first.draw, text, slices, ...(as !== undefined && { as }) };
  }
}

/** Each content with the lists that show it; of two contents in one list the first counts. */
function toContents(group: readonly Entry[], tally: Tally): ReadonlyMap<string, readonly string[]> {
  const contentOf = new Map<string, string>();
  for (const { list, content } of group) {
    const known = contentOf.get(list);
    if (known === undefined) contentOf.set(list, content);
    else if (known !== content) tally.twofold += 1;
  }
  const contents = new Map<string, string[]>();
  for (const [list, content] of [...contentOf].sort(([one], [other]) => (one < other ? -1 : 1))) {
    contents.set(content, [...(contents.get(content) ?? []), list]);
  }
  return contents;
}

function count(counts: Record<string, number>, name: string): void {
  counts[name] = (counts[name] ?? 0) + 1;
}
