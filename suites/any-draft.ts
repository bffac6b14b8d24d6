import fc, { type Arbitrary } from 'fast-check';
import type { Collection } from '../contract/field.js';
import { collections, resourceOf } from '../contract/resources.js';
import { type FieldChoice, payload } from '../generators/payload.js';
import type { Payload } from '../generators/wire.js';
import { Inconclusive } from '../harness/errors.js';
import type { World } from '../target/world/world.js';

/** A collection in which records can be created. @throws CannotTell when there is none. */
export function anyCollection(
  { profile }: Pick<World, 'profile'>,
  among: readonly Collection[] = collections,
): Arbitrary<Collection> {
  const writable = among.filter((collection) => !profile.lacks.has(`${collection}.create`));
  if (writable.length === 0) throw new Inconclusive('records can be created in no collection');
  return fc.constantFrom(...writable);
}

/** A record of some collection, before it is created. */
export interface AnyDraft {
  readonly collection: Collection;
  readonly body: Payload;
}

/** Fields that can take a record out of lists or belong to somebody else. */
export const unlisting = ['status', 'hide_from_listings', 'author', 'image'] as const;

/** A record of some collection that lists show; fields as chosen, those that could hide it aside. */
export const anyDraft = (
  world: World,
  { among, omit = [], ...choice }: FieldChoice & { readonly among?: readonly Collection[] } = {},
): Arbitrary<AnyDraft> =>
  anyCollection(world, among).chain((collection) =>
    payload(resourceOf(collection), world, { ...choice, omit: [...unlisting, ...omit] }).map((body) => ({
      collection,
      body,
    })),
  );
