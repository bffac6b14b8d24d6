import type { Shard } from '../../kernel/run/shard.js';
import type { JsonValue } from '../../wire/json.js';
import { chooseLists, type Chosen } from './choose-lists.js';
import { dealSlices, toWindows } from './deal-slices.js';
import { type List, type Reader, type Slice, type Window } from './snapshot-reader.js';

/** A list, whoever reads it. */
interface PlannedList {
  readonly list: List;
  /** Before the read; null where it has none. */
  readonly total: number | null;
  /** The days of it that are read here; a list that is not cut is read for all days or for none. */
  readonly windows: readonly Window[];
}

/** A slice of which the records are taken over. */
interface TakenSlice {
  readonly slice: Slice;
  /** As it stands in the header of a snapshot. */
  readonly name: string;
  /** When the snapshot was taken that read it, in ISO 8601. */
  readonly read: string;
}

/** What is taken over from an earlier snapshot. */
export interface PlannedTakeover {
  /** When reading of it began, in ISO 8601. */
  readonly taken: string;
  readonly seed: number;
  readonly slices: readonly TakenSlice[];
  /** Records of a sample that are unchanged, by the names of the slices. */
  readonly sampled: Readonly<Record<string, number>>;
}

/** What is to be read for a snapshot, or for one part of it. */
export interface SnapshotPlan {
  /** Records a page. */
  readonly size: number;
  readonly slices: readonly Slice[];
  /** Records in the slices, as far as lists have totals; null where one has none. */
  readonly expected: number | null;
  readonly lists: readonly PlannedList[];
  readonly notes: readonly string[];
  /** Where an earlier snapshot is known. */
  readonly since?: PlannedTakeover;
}

/** How a plan is kept while a snapshot is taken. */
export const toPlanJson = (plan: SnapshotPlan): JsonValue => JSON.parse(JSON.stringify(plan)) as JsonValue;
/** Reads it back; only what `toPlanJson` made is given to it. */
export const fromPlanJson = (json: JsonValue): SnapshotPlan => json as unknown as SnapshotPlan;

interface Planning {
  /** The lists, where they are known. */
  readonly chosen?: Chosen;
  readonly shard: Shard;
}

/** Chooses the lists of a target, cuts those of many events into windows, and takes what a shard reads. */
export async function planSnapshot(reader: Reader, { chosen, shard }: Planning): Promise<SnapshotPlan> {
  const { previews, notes } = chosen ?? (await chooseLists(reader));
  const dealt = await Promise.all(
    previews.map(async ({ list, page: { total = Number.NaN } }) => {
      const counted = await dealSlices({ reader, shard }, list, total);
      return { list, total: toKnown(total), counted, windows: toWindows(counted.map(({ slice }) => slice)) };
    }),
  );
  const read = dealt.flatMap(({ counted }) => counted).filter(({ total }) => total !== 0);
  return {
    size: (await findPageSize(reader)).size,
    slices: read.map(({ slice }) => slice),
    expected: toKnown(read.reduce((sum, { total }) => sum + total, 0)),
    lists: dealt.map(({ list, total, windows }) => ({ list, total, windows })),
    notes: [...notes, ...toWindowNotes(reader)],
  };
}

/** What windows of days may not show, as sentences. */
export const toWindowNotes = ({ profile }: Reader): readonly string[] =>
  profile.evidence.has('list.default-window.lifted') ? [] : [UNLIFTED];

const UNLIFTED = 'events: a window of days may not override the default window, so past events may be missing';

/** JSON has no NaN. */
export const toKnown = (total: number): number | null => (Number.isNaN(total) ? null : total);

/** More than a common implementation gives; whoever refuses it is asked for what it was seen to give. */
const LARGE = 100;

/** The size of pages to ask for, and how many records such a page shows. */
export async function findPageSize(reader: Reader): Promise<{ readonly size: number; readonly shown: number }> {
  const page = await reader.page({ collection: 'events', language: '', status: '' }, { page: 1, size: LARGE });
  const given = reader.profile.pageSizes.events;
  if ('refused' in page) return { size: given, shown: given };
  const { items, total = items.length } = page;
  return { size: LARGE, shown: total > items.length && items.length > 0 ? items.length : LARGE };
}
