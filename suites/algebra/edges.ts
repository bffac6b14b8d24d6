import type { AlternativeOf } from '../../contract/readings.js';
import { WorldLacks } from '../../harness/deviation.js';
import { alternativesFor } from '../../target/alternatives.js';
import { addDays, addSeconds, atTime } from '../../target/world/wall-clock.js';
import type { World } from '../../target/world/world.js';

export type Verb = 'starts' | 'ends';

type DatedReading = `list.${Verb}-${'after' | 'before'}.${'lenient' | 'strict'}`;

/** The reading that a target was seen to follow. @throws WorldLacks where it could not be seen. */
export function followedIn<Id extends DatedReading | 'list.start-date' | 'list.end-date' | 'list.lenient-time'>(
  { profile }: World,
  id: Id,
): AlternativeOf<Id> {
  const [alternative, ...others] = alternativesFor(profile, id);
  if (alternative === undefined || others.length > 0)
    throw new WorldLacks('on which side its bounds lie could not be asked');
  return alternative;
}

/** The bounds by which a target tells whole days or times apart: from a first to a last, both included. */
export interface Bounds {
  /** The value of `..._after` that begins with this day or second. */
  readonly after: (first: string) => string;
  /** The value of `..._before` that ends with it. */
  readonly before: (last: string) => string;
  /** The day or second that follows. */
  readonly next: (one: string) => string;
}

/** Bounds by days `YYYY-MM-DD`, without strict dates. */
export function dayBounds(world: World, verb: Verb): Bounds {
  const after = followedIn(world, `list.${verb}-after.lenient`) === 'included' ? 0 : -1;
  const before = followedIn(world, `list.${verb}-before.lenient`) === 'included' ? 0 : 1;
  return {
    after: (first) => addDays(first, after),
    before: (last) => addDays(last, before),
    next: (day) => addDays(day, 1),
  };
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
