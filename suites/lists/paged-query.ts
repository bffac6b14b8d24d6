import fc, { type Arbitrary } from 'fast-check';
import type { Collection } from '../../contract/field.js';
import type { ListQuery } from '../../generators/wire.js';
import type { World } from '../../target/world/world.js';
import { narrowList } from './narrow-list.js';

/** A short list in pages: two as a rule, the second not full, unless others have records there. */
export type PagedQuery = ListQuery & { readonly per_page: number };

/** Smaller than by default (10): so it shows that the size asked for counts, and no target can find it too large. */
const LARGEST = 9;

/** The same on one page that is full: whoever divides and adds one takes it for two. */
export function onePageQuery(world: World, collection: Collection): Arbitrary<PagedQuery> {
  const { query, size } = narrowList(world, collection);
  return size > LARGEST ? pagedQuery(world, collection) : fc.constant({ ...query, per_page: size });
}

export function pagedQuery(world: World, collection: Collection): Arbitrary<PagedQuery> {
  const { query, size } = narrowList(world, collection);
  const least = Math.min(Math.floor(size / 2) + 1, LARGEST);
  return fc.integer({ min: least, max: Math.min(size - 1, LARGEST) }).map((per_page) => ({ ...query, per_page }));
}
