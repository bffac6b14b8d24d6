import fc, { type Arbitrary } from 'fast-check';
import type { Collection } from '../../contract/field.js';
import type { World } from '../../target/world/world.js';
import { holdTogether } from './companions.js';
import { drawable } from './drawable.js';
import { type Filter, filtersOf } from './filters.js';

const kinds = ['text', 'union', 'choice', 'flag', 'view', 'exclusion'] as const;

/** None in one of so many cases: what holds alone may not hold beside others. */
const FREQUENCY = 8;

/**
 * Another filter that stands in all lists of a relation, or none: of none of the parameters that are related, and one
 * that holds beside them.
 */
export function beside(world: World, collection: Collection, related: readonly string[]): Arbitrary<readonly Filter[]> {
  const names = drawable(collection, ...kinds).filter(
    (name) => !related.includes(name) && related.every((one) => holdTogether(world, [one, name])),
  );
  const offered = names
    .map((name) => filtersOf(world, collection).filter((filter) => filter.name === name))
    .filter(({ length }) => length > 0);
  if (offered.length === 0) return fc.constant([]);
  const filter = fc.oneof(...offered.map((filters) => fc.constantFrom(...filters)));
  return fc.option(filter, { freq: FREQUENCY, nil: undefined }).map((one) => (one ? [one] : []));
}
