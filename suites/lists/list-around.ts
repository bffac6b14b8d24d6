import type { Collection } from '../../contract/field.js';
import type { ListQuery, Payload } from '../../generators/wire.js';
import { lift } from '../../target/lift.js';
import { unfilteredFor } from '../../target/unfiltered.js';
import { addDays, dayOf } from '../../target/world/wall-clock.js';
import type { World } from '../../target/world/world.js';

/** Generated events last a fortnight at most. */
const LONGEST = 20;

/**
 * A list that shows a record of our own as soon as there is one, asked for alike before and after: the days around the
 * start of an event, whatever clock they are on, or all records of another collection.
 */
export function listAround(world: World, collection: Collection, { start_date: start }: Payload): ListQuery {
  if (collection !== 'events' || typeof start !== 'string') return unfilteredFor(world.profile, collection);
  const [from, to] = [addDays(dayOf(start), -2), addDays(dayOf(start), 2)];
  return { ...lift(world.profile, { from, to: addDays(to, LONGEST) }), starts_after: from, starts_before: to };
}
