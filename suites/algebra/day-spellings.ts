import type { ListQuery } from '../../generators/wire.js';
import { Inconclusive } from '../../harness/errors.js';
import type { World } from '../../target/world/world.js';
import type { DateParameter } from '../lists/ground.js';
import { dayBounds, firstSecondOf, followedIn, lastSecondOf, timeBounds, type Verb } from './edges.js';

/** A date filter by a day, and the strict bounds that stand for it. */
export interface Spelling {
  readonly parameter: DateParameter;
  readonly lenient: (day: string) => string;
  readonly strict: (day: string) => ListQuery;
  /** The times of day on the edges that it is about: events there show the most. */
  readonly edges: readonly string[];
}

type ToQuery = (verb: Verb, day: string) => ListQuery;

const FIRST = '00:00:00';
const LAST = '23:59:59';

/** From the first second of a day. */
const from =
  (world: World): ToQuery =>
  (verb, day) => ({ [`${verb}_after`]: timeBounds(world, verb).after(firstSecondOf(day)) });

/** To the last second of a day. */
const to =
  (world: World): ToQuery =>
  (verb, day) => ({ [`${verb}_before`]: timeBounds(world, verb).before(lastSecondOf(day)) });

/** What start_date stands for, by the reading that the target follows. */
function startDate(world: World): Spelling['strict'] {
  const meanings = {
    'on-day': (day: string) => ({ ...from(world)('starts', day), ...to(world)('starts', day) }),
    'lower-bound': (day: string) => from(world)('starts', day),
    'end-lower-bound': (day: string) => from(world)('ends', day),
  };
  return meanings[followedIn(world, 'list.start-date')];
}

/** What end_date stands for. */
function endDate(world: World): Spelling['strict'] {
  const meanings = {
    'on-day': (day: string) => ({ ...from(world)('ends', day), ...to(world)('ends', day) }),
    'upper-bound': (day: string) => to(world)('ends', day),
    'start-upper-bound': (day: string) => to(world)('starts', day),
  };
  return meanings[followedIn(world, 'list.end-date')];
}

/** The ways to filter by a day on which events start or end. @throws CannotTell where days are not known to be whole. */
export function daySpellings(world: World, verb: Verb): readonly Spelling[] {
  if (followedIn(world, 'list.lenient-time') !== 'ignored') throw new Inconclusive('days are not taken as whole ones');
  const { after, before } = dayBounds(world, verb);
  const edges = [FIRST, LAST];
  return [
    { parameter: `${verb}_after`, lenient: after, strict: (day) => from(world)(verb, day), edges: [FIRST] },
    { parameter: `${verb}_before`, lenient: before, strict: (day) => to(world)(verb, day), edges: [LAST] },
    verb === 'starts'
      ? { parameter: 'start_date', lenient: firstSecondOf, strict: startDate(world), edges }
      : { parameter: 'end_date', lenient: lastSecondOf, strict: endDate(world), edges },
  ];
}
