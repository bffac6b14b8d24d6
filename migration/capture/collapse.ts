import type { TargetProfile } from '../../adapter/profile/target-profile.js';
import type { Collection } from '../../contract/resources.js';
import { toCount } from '../../wire/wording.js';
import { toRecordStart } from '../snapshot/canonical-record.js';
import type { ListPreview } from './choose-lists.js';
import { type Entry, parseEntry, parsePlace } from './read-slice.js';
import { type SnapshotPlan, toTotalName } from './snapshot-plan.js';

/** What was found while entries became records. */
export interface Tally {
  /** Records of each collection. */
  readonly records: Record<string, number>;
  /** Distinct records of each list, by collection and list: `events nl draft`. */
  readonly lists: Record<string, number>;
  /** Records that two readings of the same list showed in two ways. */
  twofold: number;
}

export const createTally = (): Tally => ({ records: {}, lists: {}, twofold: 0 });

/** A record as a line of a snapshot. */
export interface RecordLine {
  readonly collection: Collection;
  readonly id: string;
  readonly draw: string;
  readonly text: string;
  /** The identity that sees it, where it is not the first one. */
  readonly as?: string;
}

/** Makes records of sorted entries: what several lists show alike is one record, what was read twice counts once. */
export async function* collapse(lines: AsyncIterable<string>, tally: Tally): AsyncGenerator<RecordLine> {
  let group: Entry[] = [];
  for await (const line of lines) {
    const entry = parseEntry(line);
    if (group[0] && (group[0].id !== entry.id || group[0].order !== entry.order)) {
      yield* toRecords(group, tally);
      group = [];
    }
    group.push(entry);
  }
  yield* toRecords(group, tally);
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
    yield { collection, id: first.id, draw: first.draw, text, ...(as !== undefined && { as }) };
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

/** The evidence for the completeness of a snapshot. */
interface Completeness {
  readonly plan: SnapshotPlan;
  readonly after: readonly ListPreview[];
  readonly tally: Tally;
  readonly profile: TargetProfile;
  /** What was found while reading: sentences. */
  readonly doubts: readonly string[];
}

/** What could not be proved complete, as sentences. */
export const toDoubts = ({ plan, after, tally, profile, doubts }: Completeness): readonly string[] => [
  ...plan.notes,
  ...doubts,
  ...plan.totals.flatMap(({ list, total }) => {
    const name = toTotalName(list);
    const then = after.find((sight) => toTotalName(sight.list) === name)?.page.total;
    return doubtOf({ name, read: tally.lists[name] ?? 0, before: total ?? undefined, after: then });
  }),
  ...(profile.evidence.has('list.default-window.lifted') ? [] : [UNLIFTED]),
  ...(tally.twofold > 0 ? [`${toCount(tally.twofold)} records changed during the read`] : []),
  'records that appear in no list are not included',
];

const UNLIFTED = 'events: a window of days may not override the default window, so past events may be missing';

interface Counts {
  readonly name: string;
  readonly read: number;
  readonly before: number | undefined;
  readonly after: number | undefined;
}

function doubtOf({ name, read, before, after }: Counts): readonly string[] {
  if (before === undefined || after === undefined) return [`${name}: the list has no total to compare with`];
  if (before === read && after === read) return [];
  const total = before === after ? toCount(before) : `${toCount(before)} before and ${toCount(after)} after`;
  return [`${name}: ${toCount(read)} records were read, but the total of the list is ${total}`];
}
