import { WorldLacks } from '../../harness/deviation.js';
import { dayOf, isWallClock } from '../../target/world/wall-clock.js';
import type { World } from '../../target/world/world.js';
import type { Verb } from './edges.js';
import { isPublic } from './public-records.js';

const fields = { starts: 'start_date', ends: 'end_date' } as const;

/** When the events of the world start or end, by their own clocks, in order, but for those that are open. @throws WorldLacks when it has none. */
export function timesOf(world: World, verb: Verb, open: readonly string[] = []): readonly string[] {
  const events = world.of('events').filter((event) => isPublic(world)(event) && !open.includes(event.ref.key));
  const times = events.flatMap(({ payload }) => {
    const time = payload[fields[verb]];
    return typeof time === 'string' && isWallClock(time) ? [time] : [];
  });
  if (times.length === 0) throw new WorldLacks('the world has no events in its window');
  return [...new Set(times)].toSorted();
}

/** The days of these. */
export const daysOf = (world: World, verb: Verb): readonly string[] => [...new Set(timesOf(world, verb).map(dayOf))];
