import fc, { type Arbitrary } from 'fast-check';
import { dayOf } from '../../adapter/notation/day-times.js';
import type { CalendarRequirement } from '../../adapter/subject.js';
import type { World } from '../../adapter/world/world.js';
import type { ListQuery } from '../../generators/wire-value.js';
import { Inconclusive } from '../../wire/errors.js';
import { allOrFewer } from '../arbitraries/subsets.js';
import type { DateParameter } from '../model/date-conditions.js';
import { lifted, windowBeside } from '../queries/base-query.js';
import { type Equation, relates } from './query-relation.js';
import {
  dayBounds,
  daysOf,
  firstSecondOf,
  followedIn,
  lastSecondOf,
  openEnds,
  timeBounds,
  timesOf,
  type Verb,
} from './time-bounds.js';

/** A date filter by a day, and the strict bounds that stand for it. */
interface Spelling {
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

/** The ways to filter by a day on which events start or end. @throws Inconclusive where days are not known to be whole. */
function daySpellings(world: World, verb: Verb): readonly Spelling[] {
  if (followedIn(world, 'list.lenient-time') !== 'ignored')
    throw new Inconclusive('the target does not filter by whole days');
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

/** The list by a whole day, and the same by its edges. */
function toEquation(world: World, { parameter, lenient, strict }: Spelling, day: string): Equation {
  const base = windowBeside(world, parameter);
  const isAboutEnds = [parameter, ...Object.keys(strict(day))].some((name) => name.startsWith('end'));
  return {
    rules: ['same'],
    whole: { ...base, [parameter]: lenient(day) },
    // The other spelling may name no parameter that lifts the default window.
    parts: [{ ...lifted(world), ...base, ...strict(day), strict_dates: true }],
    open: isAboutEnds ? openEnds(world) : [],
  };
}

/** Days of events, more often those with events on their edges. */
function daysFor(world: World, verb: Verb, { edges }: Spelling): Arbitrary<string> {
  const times = timesOf(world, verb, verb === 'ends' ? openEnds(world) : []);
  const onEdges = times.filter((time) => edges.some((edge) => time.endsWith(edge)));
  return fc.oneof(
    { arbitrary: fc.constantFrom(...daysOf(world, verb)), weight: 1 },
    ...(onEdges.length === 0 ? [] : [{ arbitrary: fc.constantFrom(...onEdges.map(dayOf)), weight: 3 }]),
  );
}

/** Without strict dates whole days are included: what a day stands for can be said to the second. */
export const includesWholeDays = (verb: Verb): CalendarRequirement =>
  relates({
    name: `whole-days.${verb}`,
    collection: 'events',
    parameters: ['strict_dates', `${verb}_after`, `${verb}_before`, verb === 'starts' ? 'start_date' : 'end_date'],
    statement: `A date filter by a day on which events ${verb.slice(0, -1)} returns what strict dates return from its first second to its last.`,
    cost: 6,
    equations: (world) =>
      allOrFewer(
        daySpellings(world, verb).map((spelling) =>
          daysFor(world, verb, spelling).map((day) => toEquation(world, spelling, day)),
        ),
      ),
  });
