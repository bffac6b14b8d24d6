import fc, { type Arbitrary } from 'fast-check';
import type { World } from '../../adapter/world/world.js';
import { eventRelations, resourceOf } from '../../contract/resources.js';
import { payload } from '../../generators/payload.js';
import type { Payload } from '../../generators/wire-value.js';

/** That many records in every relation that the world has enough of, fewer where the target takes no more. */
export function linked(world: World, count: number): Arbitrary<Payload> {
  const lists = Object.entries(eventRelations)
    .map(([relation, collection]) => ({
      relation,
      refs: [...world.refs(collection)],
      size: Math.min(count, world.mostOf('events', relation)),
    }))
    .filter(({ refs, size }) => size > 0 && refs.length >= count)
    .map(
      ({ relation, refs, size }) =>
        [relation, fc.shuffledSubarray(refs, { minLength: size, maxLength: size })] as const,
    );
  return fc.record(Object.fromEntries(lists));
}

/** An event with two records in every relation that takes as many. */
export const linkedEvent = (world: World): Arbitrary<Payload> =>
  fc
    .tuple(payload(resourceOf('events'), world, { only: [] }), linked(world, 2))
    .map(([event, links]) => ({ ...event, ...links }));
