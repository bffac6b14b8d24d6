import fc, { type Arbitrary } from 'fast-check';
import type { World } from '../../adapter/world/world.js';
import type { Collection } from '../../contract/resources.js';
import type { ListQuery } from '../../generators/wire-value.js';
import { WorldLacks } from '../../kernel/deviation.js';
import { select } from '../model/select.js';
import { baseQueryOf, isPlain } from './base-query.js';

/** A list that is short and known, to be turned page by page. */
export interface NarrowList {
  readonly query: ListQuery;
  /** How many records it must hold. */
  readonly size: number;
}

const parameterTo = { venues: 'event', organizers: 'event', categories: 'post', tags: 'post' } as const;

/** Queries that narrow a list to records of the world: the window of its events, or what one of them is linked to. */
function candidates(world: World, collection: Collection): readonly ListQuery[] {
  if (collection === 'events') return [baseQueryOf(world, collection)];
  return world.refs('events').map((event) => ({ [parameterTo[collection]]: event }));
}

/** Two pages, of which the second is not full. */
const LEAST = 3;

/** The longest of the short lists that are known. @throws WorldLacks when none has three records. */
export function narrowList(world: World, collection: Collection): NarrowList {
  const lists = candidates(world, collection).map((query) => ({
    query,
    size: select(world, collection, query, { among: isPlain(world) }).must.length,
  }));
  const [longest] = lists.toSorted((one, other) => other.size - one.size);
  if (!longest || longest.size < LEAST)
    throw new WorldLacks(`the test data has no short list of ${LEAST} ${collection}`);
  return longest;
}

/** A short list in pages: two as a rule, the second not full, unless others have records there. */
export type PagedQuery = ListQuery & { readonly per_page: number };

/** Smaller than by default (10): so it shows that the size asked for counts, and no target can find it too large. */
export const LARGEST = 9;

export function pagedQuery(world: World, collection: Collection): Arbitrary<PagedQuery> {
  const { query, size } = narrowList(world, collection);
  const least = Math.min(Math.floor(size / 2) + 1, LARGEST);
  return fc.integer({ min: least, max: Math.min(size - 1, LARGEST) }).map((per_page) => ({ ...query, per_page }));
}
