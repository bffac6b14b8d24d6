import { toText } from '../../adapter/notation/shown-values.js';
import type { List, Reader } from '../capture/snapshot-reader.js';
import { ask } from '../questions/question.js';
import type { SnapshotRecord } from '../snapshot/canonical-record.js';
import { mayMatch } from '../snapshot/record-keys.js';
import type { SideName } from './both-sides.js';
import { isShown, type JointList } from './joint-list.js';

/** Where events are sought that were not among what was read. */
export interface Place {
  readonly side: SideName;
  readonly reader: Reader;
  /** The lists of events. */
  readonly lists: readonly JointList[];
  /** Records a page to ask for, and how many it shows. */
  readonly size: number;
  readonly shown: number;
  /** The slug that the place has for an event with this slug. */
  readonly toSlug: (slug: string) => string;
  /** The record as it is compared. */
  readonly toCompared: (record: SnapshotRecord) => SnapshotRecord;
}

/** An event that a list shows. */
export interface Found {
  readonly list: List;
  readonly record: Omit<SnapshotRecord, 'lists'>;
}

/** IDs in one request, so that it stays short. */
const MOST_IDS = 50;

/**
 * Seeks events of the other side in all lists, by their IDs and by their slugs: an event that has neither is matched by
 * its title or content and start alone, and its window was read. Undefined where `include` does not select events.
 */
export async function seekStrangers(
  strangers: readonly SnapshotRecord[],
  place: Place,
): Promise<readonly Found[] | undefined> {
  const withIds = await include(
    strangers.map(({ id }) => id),
    place,
  );
  if (!withIds) return undefined;
  const byId = withIds.filter(({ record }) =>
    strangers.some((one) => one.id === record.id && isOne(one, record, place)),
  );
  const missed = strangers.filter((one) => !byId.some(({ record }) => record.id === one.id));
  const ids = await Promise.all(missed.map((one) => findBySlug(one, place)));
  const bySlug = await include(
    [...new Set(ids)].filter((id) => id !== undefined),
    place,
  );
  return bySlug && [...byId, ...bySlug];
}

const isOne = (stranger: SnapshotRecord, record: Found['record'], { side, toCompared }: Place): boolean => {
  const compared = toCompared({ ...record, lists: stranger.lists });
  return side === 'b' ? mayMatch(stranger, compared) : mayMatch(compared, stranger);
};

async function include(ids: readonly string[], place: Place): Promise<readonly Found[] | undefined> {
  const { lists, side, shown } = place;
  const together = Math.max(1, Math.min(MOST_IDS, shown - 1));
  const batches = Array.from({ length: Math.ceil(ids.length / together) }, (_, at) =>
    ids.slice(at * together, (at + 1) * together),
  );
  const asked = lists.filter((one) => isShown(one, side));
  const answers = await Promise.all(batches.flatMap((batch) => asked.map((list) => includeIn(list, batch, place))));
  const found = answers.flatMap((answer) => answer ?? []);
  return answers.includes(undefined) ? undefined : found;
}

/**
 * One event that the list is known to show is asked for, too: without it, or with others, `include` was not understood
 * and the answer means nothing.
 */
async function includeIn(
  { list, first }: JointList,
  ids: readonly string[],
  { side, reader, size }: Place,
): Promise<readonly Found[] | undefined> {
  const known = first[side] ?? '';
  const asked = new Set([...ids, known]);
  const page = await reader.page({ ...list, include: [...asked] }, { page: 1, size });
  if ('refused' in page) return undefined;
  const shown = page.items.map(({ id }) => id);
  if (!shown.includes(known) || shown.some((id) => !asked.has(id))) return undefined;
  return page.items.filter(({ id }) => ids.includes(id)).map((record) => ({ list, record }));
}

/** The ID that an event with the slug of a stranger has. */
async function findBySlug(
  { id, fields }: SnapshotRecord,
  { side, reader, lists, toSlug }: Place,
): Promise<string | undefined> {
  const slug = toSlug(toText(fields['slug']));
  if (slug === '') return undefined;
  const languages = new Set(lists.filter((one) => isShown(one, side)).map(({ list }) => list.language));
  for (const language of languages) {
    const item = { of: { ref: 'events', id }, slug } as const;
    const [found] = (await ask(reader, { collection: 'events', language, item })).answer.ids;
    if (found !== undefined) return found;
  }
  return undefined;
}
