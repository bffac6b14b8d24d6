import fc, { type Arbitrary } from 'fast-check';
import type { World } from '../../adapter/world/world.js';
import { type Collection, resourceOf } from '../../contract/resources.js';
import { carriersOf, payload } from '../../generators/payload.js';
import type { Payload } from '../../generators/wire-value.js';
import { Inconclusive } from '../../wire/errors.js';

/**
 * A body like one with which the target has created a record of the world, with new names and times: that it is valid
 * needs no create to show it. It has the named field, if a record of the world has. @throws Inconclusive without records
 */
export function acceptedBody(world: World, collection: Collection, field?: string): Arbitrary<Payload> {
  const records = world.of(collection).filter(({ payload: { password } }) => password === undefined);
  if (records.length === 0)
    throw new Inconclusive(`the test data has no record of ${collection}`, `${collection}.create`);
  const having = records.filter((record) => field !== undefined && field in record.payload);
  const { fields } = resourceOf(collection);
  const isSent = (name: string): boolean => name in fields && name !== 'status';
  return fc
    .tuple(
      fc.constantFrom(...(having.length > 0 ? having : records)),
      payload(resourceOf(collection), world, { only: carriersOf(collection) }),
    )
    .map(([record, fresh]) => ({
      ...Object.fromEntries(Object.entries(record.payload).filter(([name]) => isSent(name))),
      ...fresh,
    }));
}
