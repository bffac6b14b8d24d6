import type { JsonValue } from '../harness/json.js';
import { type Chosen, chooseLists } from './choose-lists.js';
import { type List, type Slice, toListName } from './list.js';
import type { Reader } from './reader.js';
import { cutIntoWindows } from './windows.js';

/** What is to be read for a snapshot. */
export interface SnapshotPlan {
  /** Records a page. */
  readonly size: number;
  readonly slices: readonly Slice[];
  /** What each list told of its records before they were read; null where it tells none. */
  readonly totals: readonly { readonly list: List; readonly total: number | null }[];
  readonly notes: readonly string[];
}

/** How a plan is kept while a snapshot is taken. */
export const toPlanJson = (plan: SnapshotPlan): JsonValue => JSON.parse(JSON.stringify(plan)) as JsonValue;
/** Reads it back; only what `toPlanJson` made is given to it. */
export const fromPlanJson = (json: JsonValue): SnapshotPlan => json as unknown as SnapshotPlan;

/** Chooses the lists of a target and cuts those of many events into windows. */
export async function planSnapshot(reader: Reader, chosen?: Chosen): Promise<SnapshotPlan> {
  const { previews, notes } = chosen ?? (await chooseLists(reader));
  const cut = await Promise.all(
    previews.map(async ({ list, page: { total } }): Promise<readonly Slice[]> => {
      if (list.collection !== 'events' || total === undefined) return [list];
      return (await cutIntoWindows(reader, list, total)).map(({ slice }) => slice);
    }),
  );
  const totals = previews.map(({ list, page: { total = null } }) => ({ list, total }));
  return { size: await findPageSize(reader), slices: cut.flat(), totals, notes };
}

/** More than a common implementation gives; whoever refuses it is asked for what it was seen to give. */
const LARGE = 100;

async function findPageSize(reader: Reader): Promise<number> {
  const page = await reader.page({ collection: 'events', language: '', status: '' }, { page: 1, size: LARGE });
  return 'refused' in page ? reader.profile.pageSize : LARGE;
}

/** What each list tells of its records in the end, by collection and list. */
export const toTotalName = (list: List): string => `${list.collection} ${toListName(list)}`;
