import type { Collection } from '../../contract/field.js';
import type { ListQuery } from '../../generators/wire.js';
import { lift, type Period } from '../../target/lift.js';
import { addDays } from '../../target/world/wall-clock.js';
import type { World, WorldRecord } from '../../target/world/world.js';
import { isAssigned } from '../model/assigned.js';
import type { dateConditions } from '../model/dates.js';
import { isPublished } from '../model/status.js';

export type DateParameter = keyof typeof dateConditions;

/** The days of the world's far events with some to spare: on which clock they are compared is open. */
const spacious = ({ window: { from, to } }: World): Period => ({ from: addDays(from, -2), to: addDays(to, 2) });

/** What lifts the default window over these days, where not any date parameter does. */
export const lifted = (world: World): ListQuery => lift(world.profile, spacious(world));

/** The parameters that hold the world's far events in view, and little else. */
export function windowOf(world: World): ListQuery {
  const { from, to } = spacious(world);
  return { ...lifted(world), starts_after: from, ends_before: to };
}

/** The same where a date parameter is the subject: it bounds one side, and only the other is held. */
export function windowBeside(world: World, parameter: DateParameter): ListQuery {
  const { from, to } = spacious(world);
  const { [parameter]: _, ...others } = lifted(world);
  const bounds = {
    starts_after: { ends_before: to },
    ends_after: { ends_before: to },
    start_date: { ends_before: to },
    starts_before: { starts_after: from },
    ends_before: { starts_after: from },
    end_date: { starts_after: from },
  } as const;
  return { ...others, ...bounds[parameter] };
}

/** The query of a collection that every filter is added to. */
export const baseQueryOf = (world: World, collection: Collection): ListQuery =>
  collection === 'events' ? windowOf(world) : {};

function isFar({ payload }: WorldRecord, { window }: World): boolean {
  const { start_date: start, end_date: end } = payload;
  return typeof start === 'string' && typeof end === 'string' && start >= window.from && end < window.to;
}

/** The records that the ground of a collection keeps in view. */
export const isInView =
  (world: World) =>
  (record: WorldRecord): boolean =>
    record.ref.ref !== 'events' || isFar(record, world);

/**
 * The records on which a filter is judged by itself: those that the query shows without it, whatever the window and the
 * hiding of empty terms do. So a fault in these is not blamed on others.
 */
export const isJudged =
  (world: World) =>
  (record: WorldRecord): boolean => {
    const isTerm = record.ref.ref === 'categories' || record.ref.ref === 'tags';
    return isInView(world)(record) && (!isTerm || isAssigned(record, world) === 'in');
  };

/** The times of the far events: bounds beside these tell events of the world apart, and show few others. */
export const farTimes = (world: World): World => ({
  ...world,
  instants: world.instants.filter((instant) => instant >= world.window.from && instant < world.window.to),
});

/** Of these, the ones that no list hides by their status. */
export const isPlain =
  (world: World) =>
  (record: WorldRecord): boolean =>
    isJudged(world)(record) && isPublished(record, world) === 'in';
