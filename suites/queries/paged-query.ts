import fc, { type Arbitrary } from 'fast-check';
import { toText } from '../../adapter/notation/shown-values.js';
import type { World } from '../../adapter/world/world.js';
import type { Collection } from '../../contract/resources.js';
import type { ListQuery, Ref } from '../../generators/wire-value.js';
import { WorldLacks } from '../../kernel/deviation.js';
import { select } from '../model/select.js';
import { isPlain, laterWindowsOf } from './base-query.js';
import { shortLists } from './short-lists.js';

/** A list that is short and known, to be turned page by page. */
export interface NarrowList {
  readonly query: ListQuery;
  /** How many records it must hold. */
  readonly size: number;
}

/** Two pages, of which the second is not full. */
const LEAST = 3;

/** Smaller than by default (10): so it shows that the size asked for counts, and no target can find it too large. */
export const LARGEST = 9;

/** On two pages of that size, the second not full: more pages cost more, and show little more. */
const MOST = 2 * LARGEST - 1;

/** The longest list that two pages hold, else the shortest. */
function bestOf(lists: readonly NarrowList[]): NarrowList | undefined {
  const bySize = lists.filter(({ size }) => size >= LEAST).toSorted((one, other) => other.size - one.size);
  return bySize.find(({ size }) => size <= MOST) ?? bySize.at(-1);
}

/** A short list of the first kind that the world knows of. @throws WorldLacks when none has three records. */
export function narrowList(world: World, collection: Collection, kinds = shortLists): NarrowList {
  for (const listsOf of kinds) {
    const lists = listsOf(world, collection).map((query) => ({
      query,
      size: select(world, collection, query, { among: isPlain(world) }).must.length,
    }));
    const best = bestOf(lists);
    if (best) return best;
  }
  throw new WorldLacks(`the test data has no short list of ${LEAST} ${collection}`);
}

/** A short list in pages: two as a rule, the second not full, unless others have records there. */
export type PagedQuery = ListQuery & { readonly per_page: number };

export function pagedQuery(world: World, collection: Collection): Arbitrary<PagedQuery> {
  const { query, size } = narrowList(world, collection);
  return fc
    .integer({ min: halfOf(size), max: Math.min(size - 1, LARGEST) })
    .map((per_page) => ({ ...query, per_page }));
}

/** The same list in more pages: what is kept of the larger ones is no answer to it. */
export function smallPagedQuery(world: World, collection: Collection): Arbitrary<PagedQuery> {
  const { query, size } = narrowList(world, collection);
  return fc.integer({ min: 1, max: halfOf(size) - 1 }).map((per_page) => ({ ...query, per_page }));
}

/** What a page holds at least where two hold all. */
const halfOf = (size: number): number => Math.min(Math.floor(size / 2) + 1, LARGEST);

/**
 * Two pages of events of which the first ends among those that start together: a target that orders by times alone may
 * show one of them on both pages, and another on none. Undefined where the world has no such events.
 */
export function tiePartingQuery(world: World): PagedQuery | undefined {
  const startOf = (ref: Ref): string => toText(world.record(ref).body.start_date);
  const candidates = laterWindowsOf(world).flatMap((query) => {
    const starts = select(world, 'events', query, { among: isPlain(world) })
      .must.map(startOf)
      .toSorted();
    const parts = (size: number): boolean => starts[size] !== undefined && starts[size - 1] === starts[size];
    const sizes = starts.flatMap((_, size) =>
      2 * size >= starts.length && size <= LARGEST && parts(size) ? [size] : [],
    );
    return sizes.map((per_page) => ({ ...query, per_page, isInMidst: [-1, 1].every((by) => parts(per_page + by)) }));
  });
  // What else the list may hold moves them by a place.
  const best = candidates.find(({ isInMidst }) => isInMidst) ?? candidates[0];
  if (!best) return undefined;
  const { isInMidst: _, ...query } = best;
  return query;
}
