import fc, { type Arbitrary } from 'fast-check';
import type { Collection } from '../../contract/field.js';
import type { Addressing } from '../../contract/operation.js';
import { resourceOf } from '../../contract/resources.js';
import { changes, payload } from '../../generators/payload.js';
import type { Payload } from '../../generators/wire.js';
import type { World } from '../../target/world/world.js';
import { droppableButOne } from '../droppable.js';
import type { Step, Steps } from './play.js';

/** What a record is made with, and what its clients do to it. */
export interface History {
  /** Those that are written. */
  readonly fields: readonly string[];
  readonly base: Payload;
  readonly clients: readonly Steps[];
}

export interface HistoryChoice {
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
  const change = changes(resourceOf('events'), world, { only: fields });
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

/** Each client updates a field that is no other's; when shrunk, some stay away. */
export const updatesApart = (
  world: World,
  collection: Collection,
  fields: readonly string[],
): Arbitrary<readonly Steps[]> =>
  droppableButOne(
    fields.map((field) =>
      changes(resourceOf(collection), world, { only: [field] }).map((change): Steps => [toUpdate(change)]),
    ),
  );
