import fc, { type Arbitrary } from 'fast-check';
import { addSeconds } from '../../adapter/notation/day-times.js';
import type { CalendarRequirement } from '../../adapter/subject.js';
import type { World } from '../../adapter/world/world.js';
import type { ParameterOf } from '../../contract/queries.js';
import type { ListQuery } from '../../generators/wire-value.js';
import { allOrFewer } from '../arbitraries/subsets.js';
import { toQuery } from '../queries/drawn-filters.js';
import { type Equation, relates } from './query-relation.js';
import { type Bounds, firstSecondOf, lastSecondOf, timeBounds, timesOf, type Verb } from './time-bounds.js';

/** The last seconds of the parts of an interval but the very last one, in order. */
type Cuts = readonly string[];

/** Where the most goes wrong. */
const isEdge = (time: string): boolean => /( 00:00:00|23:59:59)$/.test(time);

/** Cuts at some places, mostly at the edges of days. Texts of times sort as they follow each other. */
function cutsAt(places: readonly string[], count: number): Arbitrary<Cuts> {
  const edges = places.some(isEdge) ? places.filter(isEdge) : places;
  const length = Math.min(count - 1, edges.length);
  return fc
    .shuffledSubarray([...edges], { minLength: length, maxLength: length })
    .chain((chosen) => allOrFewer([fc.constantFrom(...places), ...chosen.map((edge) => fc.constant(edge))]))
    .map((cuts) => [...new Set(cuts)].toSorted());
}

interface Division {
  readonly verb: Verb;
  readonly bounds: Bounds;
  readonly base: ListQuery;
  readonly ends: readonly [string, string];
  readonly cuts: Cuts;
}

/** The whole interval, and its parts, of which each begins where the one before it has ended. */
function divide({ verb, bounds, base, ends: [first, last], cuts }: Division): Equation {
  const between = (from: string, to: string): ListQuery => ({
    ...base,
    [`${verb}_after`]: bounds.after(from),
    [`${verb}_before`]: bounds.before(to),
  });
  const beginnings = [first, ...cuts.map(bounds.next)];
  return {
    rules: ['partition'],
    whole: between(first, last),
    parts: beginnings.map((from, index) => between(from, cuts[index] ?? last)),
  };
}

const namesOf = (verb: Verb): readonly ParameterOf<'events'>[] => [`${verb}_after`, `${verb}_before`];

/** Cuts of an interval: at the midnights of two seasons another requirement asks. */
const CUTS = 2;

/** By times with strict dates, cut at the very second of events or before it. */
function byTimes(world: World, verb: Verb): Arbitrary<Equation> {
  const bounds = timeBounds(world, verb);
  const { from, to } = world.window;
  const ends = [firstSecondOf(from), lastSecondOf(to)] as const;
  const places = timesOf(world, verb).flatMap((time) => [time, addSeconds(time, -1)]);
  const base = { ...toQuery(world, 'events', []), strict_dates: true };
  return cutsAt(places, CUTS).map((cuts) => divide({ verb, bounds, ends, cuts, base }));
}

/** An interval is made up of those that follow each other. */
export const dividesIntervals = (verb: Verb): CalendarRequirement =>
  relates({
    name: `intervals.${verb}`,
    collection: 'events',
    parameters: [...namesOf(verb), 'strict_dates'],
    statement: `An event that ${verb} in an interval ${verb} in exactly one of its parts, to the second.`,
    cost: CUTS + 2,
    equations: (world) => allOrFewer([byTimes(world, verb)]),
  });
