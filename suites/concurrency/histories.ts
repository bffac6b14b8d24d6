import fc, { type Arbitrary } from 'fast-check';
import type { Collection } from '../../contract/field.js';
import type { Addressing } from '../../contract/operation.js';
import { resourceOf } from '../../contract/resources.js';
import { changes, payload } from '../../generators/payload.js';
import type { Payload } from '../../generators/wire.js';
import type { World } from '../../target/world/world.js';
import type { Step, Steps } from './play.js';

/** What a record is made with, and what its clients do to it. */
export interface History {
  readonly fields: readonly string[];
  readonly base: Payload;
  readonly clients: readonly Steps[];
}

export interface HistoryChoice {
  /** Fields that each update sends together. */
  readonly fields: readonly string[];
  /** How readers find the record. */
  readonly by: readonly Addressing[];
}

/**
 * Two clients that write and one that reads, all at the same time; one of them goes on with a second request, which
 * sees what became of the first.
 */
export function histories(world: World, collection: Collection, { fields, by }: HistoryChoice): Arbitrary<History> {
  const write = changes(resourceOf(collection), world, { only: fields }).map(toUpdate);
  const read = fc.constantFrom(...by).map((one): Step => ({ kind: 'read', by: one }));
  const firsts = fc.tuple(write, write, read);
  const further = fc.option(fc.record({ client: fc.nat({ max: 2 }), step: fc.oneof(read, write) }));
  return fc.record({
    fields: fc.constant(fields),
    base: payload(resourceOf(collection), world, { only: fields }),
    clients: fc
      .tuple(firsts, further)
      .map(([steps, more]) => steps.map((step, at) => (more?.client === at ? [step, more.step] : [step]))),
  });
}

const toUpdate = (change: Payload): Step => ({ kind: 'update', change });

/** Each client updates a field that is no other's. */
export const updatesApart = (
  world: World,
  collection: Collection,
  fields: readonly string[],
): Arbitrary<readonly Steps[]> =>
  fc.tuple(
    ...fields.map((field) =>
      changes(resourceOf(collection), world, { only: [field] }).map((change): Steps => [toUpdate(change)]),
    ),
  );
