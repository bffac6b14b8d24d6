import fc, { type Arbitrary } from 'fast-check';
import type { World } from '../../adapter/world/world.js';
import { type Collection, resourceOf } from '../../contract/resources.js';
import { changedBody } from '../../generators/changed-body.js';
import { carriersOf, payload } from '../../generators/payload.js';
import type { Payload } from '../../generators/wire-value.js';
import { droppable, droppableButOne } from './subsets.js';

/** The times of an event fit only together. */
const TIMES = ['start_date', 'end_date'];

/** The fields of a record, those together that come and stay away together. */
export function fieldGroupsOf(collection: Collection, omit: readonly string[] = []): readonly (readonly string[])[] {
  const names = Object.keys(resourceOf(collection).fields).filter((name) => !omit.includes(name));
  const alone = names.filter((name) => !TIMES.includes(name)).map((name) => [name]);
  return TIMES.every((name) => names.includes(name)) ? [TIMES, ...alone] : alone;
}

export const pick = (body: Payload, names: readonly string[]): Payload =>
  Object.fromEntries(Object.entries(body).filter(([name]) => names.includes(name)));

/** What every record needs, and the mark in a second field. */
function neededOf(collection: Collection): readonly string[] {
  const { fields } = resourceOf(collection);
  return [...Object.keys(fields).filter((name) => fields[name]?.required), ...carriersOf(collection).slice(0, 2)];
}

/** A body with every field; when shrunk, with those that matter. */
export const everyField = (world: World, collection: Collection): Arbitrary<Payload> =>
  fc
    .tuple(
      // First, as fewer fields make the smallest of what fails.
      droppable(fieldGroupsOf(collection).map((names) => fc.constant(names))),
      payload(resourceOf(collection), world, { all: true }),
    )
    .map(([kept, body]) => pick(body, [...neededOf(collection), ...kept.flat()]));

/** A record, and an update of it. */
export interface Change {
  readonly base: Payload;
  readonly change: Payload;
}

/** Fields that a record is made without, and fields that it keeps. */
interface Without {
  readonly base: readonly string[];
  readonly change: readonly string[];
}

/**
 * A record with every field, and an update that gives each a new value, texts of one kind and of the next; when shrunk,
 * with those that matter.
 */
export const changeOfEveryField = (
  world: World,
  collection: Collection,
  { kind, ...without }: Without & { readonly kind: number },
): Arbitrary<Change> =>
  fc
    .tuple(
      droppableButOne(fieldGroupsOf(collection, without.change).map((names) => fc.constant(names))),
      changedBody(resourceOf(collection), world, { kind }),
    )
    .map(([groups, { before, after }]) => {
      const kept = groups.flat();
      const needed = [...neededOf(collection), ...kept].filter((name) => !without.base.includes(name));
      return { base: pick(before, needed), change: pick(after, kept) };
    })
    .filter(({ change }) => Object.keys(change).length > 0);
