import fc, { type Arbitrary } from 'fast-check';
import type { Collection } from '../contract/field.js';
import { type Source, sourceOf } from './sources.js';
import type { Surroundings } from './surroundings.js';
import type { WireValue } from './wire.js';

/** How many values there are to choose from. */
const supply = (source: Source, surroundings: Surroundings): number => {
  if (source.from === 'made') return Number.POSITIVE_INFINITY;
  return source.from === 'accepted'
    ? surroundings.accepted[source.kind].length
    : surroundings.refs(source.collection).length;
};

const valuesOf = (source: Source, surroundings: Surroundings): Arbitrary<WireValue> => {
  if (source.from === 'made') return source.make(surroundings);
  if (source.from === 'accepted') return fc.constantFrom<WireValue[]>(...surroundings.accepted[source.kind]);
  const refs = surroundings.refs(source.collection);
  // Shuffled, so that every record stands in every position.
  return source.many
    ? fc.shuffledSubarray([...refs], { minLength: 1, maxLength: Math.min(3, refs.length) })
    : fc.constantFrom(...refs);
};

/**
 * Safe values of one field: a conforming target must take them. Undefined when the world offers none: no record to
 * relate to, or no author, image or status that the target has shown. @throws when the collection has no such field.
 */
export function fieldValue(
  collection: Collection,
  field: string,
  surroundings: Surroundings,
): Arbitrary<WireValue> | undefined {
  const source = sourceOf(collection, field);
  return supply(source, surroundings) > 0 ? valuesOf(source, surroundings) : undefined;
}

/** Relations are sets: the same ids in another order are the same value. */
const identityOf = (value: WireValue): string =>
  JSON.stringify(Array.isArray(value) ? value.map((item) => JSON.stringify(item)).toSorted() : value);

/**
 * Two different safe values of one field, for telling a change from none. Undefined when the world offers fewer than
 * two. @throws when the collection has no such field.
 */
export function twoValues(
  collection: Collection,
  field: string,
  surroundings: Surroundings,
): Arbitrary<readonly [WireValue, WireValue]> | undefined {
  const source = sourceOf(collection, field);
  if (supply(source, surroundings) < 2) return undefined;
  const values = valuesOf(source, surroundings);
  return fc.tuple(values, values).filter(([one, other]) => identityOf(one) !== identityOf(other));
}
