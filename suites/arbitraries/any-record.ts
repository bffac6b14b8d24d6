import fc, { type Arbitrary } from 'fast-check';
import { notTaken } from '../../adapter/profile/request-body-forms.js';
import type { World, WorldRecord } from '../../adapter/world/world.js';
import { type Collection, collections, resourceOf } from '../../contract/resources.js';
import { type FieldChoice, payload } from '../../generators/payload.js';
import type { Payload, Ref, WireValue } from '../../generators/wire-value.js';
import { Inconclusive } from '../../wire/errors.js';
import { isRedacted } from '../model/status-condition.js';
import { allOrFewer } from './subsets.js';

/** The collections in which records can be created. @throws Inconclusive when there is none. */
export function writableAmong(
  { profile }: Pick<World, 'profile'>,
  among: readonly Collection[] = collections,
): readonly Collection[] {
  const writable = among.filter((collection) => !profile.lacks.has(`${collection}.create`));
  if (writable.length === 0) throw new Inconclusive('the target lets no record be created in any collection');
  return writable;
}

/** A collection in which records can be created. @throws Inconclusive when there is none. */
export const anyCollection = (world: Pick<World, 'profile'>, among?: readonly Collection[]): Arbitrary<Collection> =>
  fc.constantFrom(...writableAmong(world, among));

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

type Fits = (record: WorldRecord) => boolean;

/** What is protected shows itself to nobody who does not know the password. */
const isOpen: Fits = (record) => !isRedacted(record);

/** One of the world's records that fit. @throws Inconclusive when none does. */
function oneOf({ records }: World, fits: Fits, what: string, need?: string): Arbitrary<Ref> {
  const refs = records.filter((record) => isOpen(record) && fits(record)).map(({ ref }) => ref);
  if (refs.length === 0) throw new Inconclusive(`the test data has no ${what}`, need);
  return fc.constantFrom(...refs);
}

const isOf =
  (collection: Collection): Fits =>
  ({ ref }) =>
    ref.ref === collection;

/** Any record of a collection. */
export const anyRecord = (world: World, collection: Collection): Arbitrary<Ref> =>
  oneOf(world, isOf(collection), `record of ${collection}`, `${collection}.create`);

const isPublic: Fits = ({ payload: { status } }) => status === undefined || status === 'publish';

/** A record that is published: drafts and the like need not have an address that others can use. */
export const publicRecord = (world: World, collection: Collection): Arbitrary<Ref> => {
  const fits: Fits = (record) => isOf(collection)(record) && isPublic(record);
  return oneOf(world, fits, `published record of ${collection}`, `${collection}.create`);
};

/** Whether some text of a record takes more octets than it has characters. */
const isWide = ({ payload }: WorldRecord): boolean =>
  Object.values(payload).some((value) => typeof value === 'string' && Buffer.byteLength(value) > value.length);

/** A published record with more octets than characters, where there is one. */
export function wideRecord(world: World, collection: Collection): Arbitrary<Ref> {
  const wide = world.records.filter(isWide);
  const isAny = wide.some((record) => isOf(collection)(record) && isPublic(record) && isOpen(record));
  return publicRecord(isAny ? { ...world, records: wide } : world, collection);
}

/** Whether a record was created with a field, and a relation of it to something. */
const hasSet =
  (field: string): Fits =>
  ({ payload: { [field]: value } }) =>
    value !== undefined && !(Array.isArray(value) && value.length === 0);

/** A record that was created with a field, and a relation of it to something. */
export const recordWith = (world: World, collection: Collection, field: string): Arbitrary<Ref> => {
  const fits: Fits = (record) => isOf(collection)(record) && hasSet(field)(record);
  const reason = notTaken(world.profile.bodyForms, collection, field);
  if (reason) throw reason;
  return oneOf(world, fits, `record of ${collection} with ${field}`, `${collection}.create`);
};

const withoutField = (collection: Collection, field: string): Inconclusive =>
  new Inconclusive(`the test data has no record of ${collection} with ${field}`, `${collection}.create`);

/**
 * So many records that were created with different values of a field, of a list field one with several where there is
 * one; fewer when shrunk, or where the world has no other values.
 */
export function recordsWith(
  world: World,
  collection: Collection,
  field: string,
  most: number,
): Arbitrary<readonly Ref[]> {
  const values = new Map<string, WorldRecord[]>();
  for (const record of world.of(collection).filter(isOpen).filter(hasSet(field))) {
    const value = JSON.stringify(record.payload[field]);
    values.set(value, [...(values.get(value) ?? []), record]);
  }
  const groups = [...values.values()];
  if (groups.length === 0) {
    throw notTaken(world.profile.bodyForms, collection, field) ?? withoutField(collection, field);
  }
  const count = Math.min(most, groups.length);
  const hasSeveral = (group: readonly WorldRecord[]): boolean => sizeOf(group[0]?.payload[field]) > 1;
  const isVaried = groups.some(hasSeveral);
  return fc
    .shuffledSubarray(groups, { minLength: count, maxLength: count })
    .filter((chosen) => !isVaried || chosen.some(hasSeveral))
    .chain((chosen) => allOrFewer(chosen.map((group) => fc.constantFrom(...group.map(({ ref }) => ref)))));
}

const sizeOf = (value: WireValue | undefined): number => (Array.isArray(value) ? value.length : 0);

/** A record of any other collection. */
export const recordElsewhere = (world: World, collection: Collection): Arbitrary<Ref> =>
  oneOf(world, (record) => !isOf(collection)(record), `record outside ${collection}`);
