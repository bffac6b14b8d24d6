import { addSeconds, atTime, isWallClock } from '../../adapter/notation/day-times.js';
import { alternativesFor } from '../../adapter/profile/target-profile.js';
import type { World } from '../../adapter/world/world.js';
import type { AlternativeOf } from '../../contract/readings/readings.js';
import { WorldLacks } from '../../kernel/deviation.js';
import { isPublic } from '../queries/base-query.js';
import { type DateComparison, timeFields } from '../queries/parameter-semantics.js';

export type Verb = DateComparison['verb'];

type DatedReading = `list.${Verb}-${'after' | 'before'}.strict`;

/** The reading that a target was seen to follow. @throws WorldLacks where it could not be seen. */
function followedIn<Id extends DatedReading>({ profile }: World, id: Id): AlternativeOf<Id> {
  const [alternative, ...others] = alternativesFor(profile, id);
  if (alternative === undefined || others.length > 0)
    throw new WorldLacks('the test data could not show whether the target includes its date bounds');
  return alternative;
}

/** The bounds by which a target selects times: from a first to a last, both included. */
export interface Bounds {
  /** The value of `..._after` that begins with this second. */
  readonly after: (first: string) => string;
  /** The value of `..._before` that ends with it. */
  readonly before: (last: string) => string;
  /** The second that follows. */
  readonly next: (one: string) => string;
}

/** Bounds by times `YYYY-MM-DD HH:MM:SS`, with strict dates. Times of events are whole seconds. */
export function timeBounds(world: World, verb: Verb): Bounds {
  const after = followedIn(world, `list.${verb}-after.strict`) === 'inclusive' ? 0 : -1;
  const before = followedIn(world, `list.${verb}-before.strict`) === 'inclusive' ? 0 : 1;
  return {
    after: (first) => addSeconds(first, after),
    before: (last) => addSeconds(last, before),
    next: (time) => addSeconds(time, 1),
  };
}

export const firstSecondOf = (day: string): string => atTime(day, '00:00:00');
export const lastSecondOf = (day: string): string => atTime(day, '23:59:59');

/** When the events of the world start or end, by their own clocks, in order. @throws WorldLacks when it has none. */
export function timesOf(world: World, verb: Verb): readonly string[] {
  const events = world.of('events').filter(isPublic(world));
  const times = events.flatMap(({ payload }) => {
    const time = payload[timeFields[verb]];
    return typeof time === 'string' && isWallClock(time) ? [time] : [];
  });
  if (times.length === 0) throw new WorldLacks('the test data has no events in its window');
  return [...new Set(times)].toSorted();
}
