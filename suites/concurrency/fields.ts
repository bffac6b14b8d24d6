import fc, { type Arbitrary } from 'fast-check';
import type { Collection } from '../../contract/field.js';
import { fieldValue } from '../../generators/field-value.js';
import { WorldLacks } from '../../harness/deviation.js';
import type { World } from '../../target/world/world.js';

/** Fields that nothing else of a record follows from, its address included. */
const independent = {
  events: ['description', 'cost', 'website', 'featured', 'venue', 'organizer', 'tags'],
  venues: ['description', 'address', 'city', 'zip', 'phone', 'website'],
} as const satisfies Partial<Record<Collection, readonly string[]>>;

/** The kinds of record whose fields can be written apart. */
export type ApartCollection = keyof typeof independent;

/** The fields that can be written apart, of those that the target shows and the world has values for. */
export function fieldsApart(world: World, collection: ApartCollection): readonly string[] {
  const shown = world.profile.shapes[collection]?.fields ?? {};
  const isRead = (field: string): boolean => [shown[field]].some((fact) => fact && !fact.isUnread);
  const fields = independent[collection].filter((field) => isRead(field) && fieldValue(collection, field, world));
  if (fields.length < 2) throw new WorldLacks(`the target shows fewer than two fields of ${collection}`);
  return fields;
}

/** Two fields that can be written apart, or three. */
export function someFields(world: World, collection: ApartCollection): Arbitrary<readonly string[]> {
  const fields = fieldsApart(world, collection);
  return fc.shuffledSubarray([...fields], { minLength: 2, maxLength: Math.min(3, fields.length) });
}
