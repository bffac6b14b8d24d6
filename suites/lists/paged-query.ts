import fc, { type Arbitrary } from 'fast-check';
import type { Collection } from '../../contract/field.js';
import type { ListQuery } from '../../generators/wire.js';
import type { World } from '../../target/world/world.js';
import { narrowList } from './narrow-list.js';

/** A short list in pages: two as a rule, the second not full, unless others have records there. */
export type PagedQuery = ListQuery & { readonly per_page: number };

/** Smaller than by default (10): so it shows that the size asked for counts, and no target can find it too large. */
export const LARGEST = 9;

export function pagedQuery(world: World, collection: Collection): Arbitrary<PagedQuery> {
  const { query, size } = narrowList(world, collection);
  const least = Math.min(Math.floor(size / 2) + 1, LARGEST);
  return fc.integer({ min: least, max: Math.min(size - 1, LARGEST) }).map((per_page) => ({ ...query, per_page }));
}
