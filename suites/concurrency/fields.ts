import fc, { type Arbitrary } from 'fast-check';
import type { Collection } from '../../contract/field.js';
import { fieldValue } from '../../generators/field-value.js';
import { WorldLacks } from '../../harness/errors.js';
import type { World } from '../../target/world/world.js';

/** Fields that nothing else of a record follows from. */
const independent = {
  events: ['title', 'description', 'cost', 'website', 'featured', 'venue', 'organizer', 'tags'],
  venues: ['venue', 'description', 'address', 'city', 'zip', 'phone', 'website'],
} as const satisfies Partial<Record<Collection, readonly string[]>>;

/** The kinds of record whose fields can be written apart. */
export type Shared = keyof typeof independent;

export interface FieldChoice {
  readonly size: { readonly min: number; readonly max: number };
  /** All that can be written apart, when not given. */
  readonly among?: readonly string[];
}

/** Some fields of a collection that can be written apart, of those that the target shows. */
export function someFields(
  world: World,
  collection: Shared,
  { size, among = independent[collection] }: FieldChoice,
): Arbitrary<readonly string[]> {
  const shown = world.profile.shapes[collection]?.fields ?? {};
  const fields = independent[collection].filter(
    (field) => field in shown && among.includes(field) && fieldValue(collection, field, world),
  );
  if (fields.length < size.min) throw new WorldLacks(`the target shows fewer than ${size.min} fields of ${collection}`);
  return fc.shuffledSubarray(fields, {
    minLength: size.min,
    maxLength: Math.min(size.max, fields.length),
  });
}
