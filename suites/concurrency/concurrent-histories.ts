import fc, { type Arbitrary } from 'fast-check';
import type { World } from '../../adapter/world/world.js';
import type { Addressing } from '../../contract/operations.js';
import { type Collection, resourceOf } from '../../contract/resources.js';
import { fieldValue } from '../../generators/field-value.js';
import { payload } from '../../generators/payload.js';
import type { Payload } from '../../generators/wire-value.js';
import { WorldLacks } from '../../kernel/deviation.js';
import { changesOf } from '../arbitraries/changes-of.js';
import { droppableButOne } from '../arbitraries/subsets.js';
import type { Step, Steps } from './run-clients.js';

/** Fields that nothing else of a record follows from, its address included. */
const independent = {
  events: ['description', 'cost', 'website', 'featured', 'venue', 'organizer', 'tags'],
  venues: ['description', 'address', 'zip', 'website'],
} as const satisfies Partial<Record<Collection, readonly string[]>>;

/** The collections with fields that can be written independently. */
export type ApartCollection = keyof typeof independent;

/** The fields that can be written apart, of those that the target shows and the world has values for. */
export function fieldsApart(world: World, collection: ApartCollection): readonly string[] {
  const shown = world.profile.shapes[collection]?.fields ?? {};
  const isRead = (field: string): boolean => [shown[field]].some((fact) => fact && !fact.isUnread);
  const fields = independent[collection].filter((field) => isRead(field) && fieldValue(collection, field, world));
  if (fields.length < 2) throw new WorldLacks(`the target shows fewer than two fields of ${collection}`);
  return fields;
}

/** What a record is made with, and what its clients do to it. */
export interface History {
  /** Those that are written. */
  readonly fields: readonly string[];
  readonly base: Payload;
  readonly clients: readonly Steps[];
}

interface HistoryChoice {
  /** Fields that each update sends together. */
  readonly fields: readonly string[];
  /** How readers find the record. */
  readonly by: readonly Addressing[];
  /** What the two writers send; any values, when not given. */
  readonly changes?: Arbitrary<readonly [Payload, Payload]>;
}

/** Two that write and one that reads. */
const CLIENTS = [0, 1, 2] as const;

const toUpdate = (change: Payload): Step => ({ kind: 'update', change });

/**
 * Two clients that write an event and one that reads it, all at the same time. One of them may go on and read it again:
 * what it has seen or written, it may not lose sight of. When shrunk, some of the clients stay away.
 */
export function histories(world: World, { fields, by, ...choice }: HistoryChoice): Arbitrary<History> {
  const change = changesOf(world, 'events', { only: fields });
  const read = fc.constantFrom(...by).map((one): Step => ({ kind: 'read', by: one }));
  const writes = choice.changes ?? fc.tuple(change, change);
  const firsts = fc
    .tuple(writes, read)
    .map(([sent, reading]) => [...sent.map(toUpdate), reading].map((step) => [step]));
  const further = fc.option(fc.record({ client: fc.constantFrom(...CLIENTS), step: read }));
  return fc.record({
    // First, as fewer clients make the smallest of what fails.
    clients: fc
      .tuple(droppableButOne(CLIENTS.map((client) => fc.constant(client))), firsts, further)
      .map(([present, steps, more]) =>
        present.map((client) => [...(steps[client] ?? []), ...(more?.client === client ? [more.step] : [])]),
      ),
    fields: fc.constant(fields),
    base: payload(resourceOf('events'), world, { only: fields }),
  });
}

/**
 * Two clients, each of which updates every other field, one after the other: whatever kind of field an update writes back
 * besides what it was sent, it is seen, and of many updates some overlap. When shrunk, one client stays away, or leaves
 * fields out.
 */
export const updatesApart = (
  world: World,
  collection: Collection,
  fields: readonly string[],
): Arbitrary<readonly Steps[]> => {
  const halves = [0, 1].map((half) => fields.filter((_, at) => at % 2 === half));
  const changeOf = (field: string): Arbitrary<Payload> => changesOf(world, collection, { only: [field] });
  return droppableButOne(
    halves.map((half) => droppableButOne(half.map(changeOf)).map((changes): Steps => changes.map(toUpdate))),
  );
};
