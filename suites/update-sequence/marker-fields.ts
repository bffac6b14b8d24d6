import fc, { type Arbitrary } from 'fast-check';
import type { Addressing } from '../../contract/operations.js';
import { type Collection, resourceOf } from '../../contract/resources.js';
import { droppable } from '../arbitraries/subsets.js';

/** Fields that can keep a record out of lists. */
export const unlisting = ['status', 'hide_from_listings'];
/** The times of an event fit only together. */
export const TIMES = ['start_date', 'end_date'];
/** Every kind of record has one. */
export const TEXT = 'description';

/** Fields, and the address at which a verb sends them: at the other one it leaves them out. */
export interface MarkerFields {
  readonly by: Addressing;
  readonly names: readonly string[];
}

/** The fields that an update may hold or not, those together that come and stay away together. */
export function groupsOf(collection: Collection): readonly (readonly string[])[] {
  const { label, fields } = resourceOf(collection);
  const apart = [label, TEXT, ...unlisting, ...TIMES];
  const alone = Object.keys(fields).filter((name) => !apart.includes(name));
  return [...(collection === 'events' ? [TIMES] : []), ...alone.map((name) => [name])];
}

/** How one verb deals the fields of a record out to its two addresses, so that it sends each and leaves out each. */
export const markerFieldsOf = (collection: Collection): Arbitrary<readonly MarkerFields[]> =>
  droppable(
    groupsOf(collection).map((names) => fc.constantFrom<Addressing[]>('id', 'slug').map((by) => ({ by, names }))),
  );
