import fc, { type Arbitrary } from 'fast-check';
import type { Collection } from '../../contract/field.js';
import type { Ref } from '../../generators/wire.js';
import { CannotTell } from '../../harness/errors.js';
import type { World, WorldRecord } from '../../target/world/world.js';

type Fits = (record: WorldRecord) => boolean;

/** One of the world's records that fit. @throws CannotTell when none does. */
function oneOf({ records }: World, fits: Fits, what: string, need?: string): Arbitrary<Ref> {
  const refs = records.filter(fits).map(({ ref }) => ref);
  if (refs.length === 0) throw new CannotTell(`the world has no ${what}`, need);
  return fc.constantFrom(...refs);
}

const isOf =
  (collection: Collection): Fits =>
  ({ ref }) =>
    ref.ref === collection;

/** Any record of a collection. */
export const anyRecord = (world: World, collection: Collection): Arbitrary<Ref> =>
  oneOf(world, isOf(collection), `record of ${collection}`, `${collection}.create`);

/** A record that is published: drafts and the like need not have an address that others can use. */
export const publicRecord = (world: World, collection: Collection): Arbitrary<Ref> => {
  const isPublic: Fits = ({ payload: { status } }) => status === undefined || status === 'publish';
  const fits: Fits = (record) => isOf(collection)(record) && isPublic(record);
  return oneOf(world, fits, `published record of ${collection}`, `${collection}.create`);
};

/** A record that was created with a field, and a relation of it to something. */
export const recordWith = (world: World, collection: Collection, field: string): Arbitrary<Ref> => {
  const isSet: Fits = ({ payload: { [field]: value } }) =>
    value !== undefined && !(Array.isArray(value) && value.length === 0);
  const fits: Fits = (record) => isOf(collection)(record) && isSet(record);
  return oneOf(world, fits, `record of ${collection} with ${field}`, `${collection}.create`);
};

/** A record of any other collection. */
export const recordElsewhere = (world: World, collection: Collection): Arbitrary<Ref> =>
  oneOf(world, (record) => !isOf(collection)(record), `record outside ${collection}`);
