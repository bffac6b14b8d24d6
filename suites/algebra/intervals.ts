import fc, { type Arbitrary } from 'fast-check';
import type { ListQuery } from '../../generators/wire.js';
import type { CalendarRequirement } from '../../target/subject.js';
import { addSeconds } from '../../target/world/wall-clock.js';
import type { World } from '../../target/world/world.js';
import { preferring } from '../lists/telling.js';
import { beside } from './beside.js';
import { type Bounds, dayBounds, firstSecondOf, lastSecondOf, timeBounds, type Verb } from './edges.js';
import type { Equation } from './equation.js';
import { daysOf, timesOf } from './event-times.js';
import { toQuery } from './filters.js';
import { openEnds } from './midnight.js';
import { relates } from './relation.js';
import { allOrFewer } from './several-filters.js';

/** From a first day or second to the last one, cut after one between. */
interface Cut {
  readonly first: string;
  readonly cut: string;
  readonly last: string;
}

/** The edges of days show the most. */
const isEdge = (time: string): boolean => /(^.{10}| 00:00:00|23:59:59)$/.test(time);

/** Cuts with some of the times on either side. Texts of days and times sort as they follow each other. */
function cuts(ends: readonly [string, string], between: readonly string[], times: readonly string[]): Arbitrary<Cut> {
  const place = fc.constantFrom(...ends, ...times);
  const edges = between.filter(isEdge);
  const cut = fc.oneof(...[between, edges].filter(({ length }) => length > 0).map((some) => fc.constantFrom(...some)));
  const holds = (from: string, to: string): boolean => times.some((time) => from < time && time <= to);
  return preferring(
    fc.record({ first: place, cut, last: place }),
    (drawn) => holds(drawn.first, drawn.cut) && holds(drawn.cut, drawn.last),
    (drawn) => drawn.first < drawn.cut && drawn.cut < drawn.last,
  );
}

interface Division extends Cut {
  readonly verb: Verb;
  readonly bounds: Bounds;
  readonly ground: ListQuery;
}

/** The whole interval, and its two halves, of which the second begins where the first has ended. */
function divide({ verb, bounds, ground, first, cut, last }: Division): Equation {
  const between = (from: string, to: string): ListQuery => ({
    ...ground,
    [`${verb}_after`]: bounds.after(from),
    [`${verb}_before`]: bounds.before(to),
  });
  return {
    rules: ['partition'],
    whole: between(first, last),
    parts: [between(first, cut), between(bounds.next(cut), last)],
  };
}

const namesOf = (verb: Verb): readonly string[] => [`${verb}_after`, `${verb}_before`];

/** By times with strict dates, cut at the very second of an event or before it. */
function byTimes(world: World, verb: Verb): Arbitrary<Equation> {
  const bounds = timeBounds(world, verb);
  const times = timesOf(world, verb);
  const { from, to } = world.window;
  const between = times.flatMap((time) => [time, addSeconds(time, -1)]);
  return fc
    .tuple(cuts([firstSecondOf(from), lastSecondOf(to)], between, times), beside(world, 'events', namesOf(verb)))
    .map(([cut, others]) =>
      divide({ ...cut, verb, bounds, ground: { ...toQuery(world, 'events', others), strict_dates: true } }),
    );
}

/** By whole days. */
function byDays(world: World, verb: Verb): Arbitrary<Equation> {
  const bounds = dayBounds(world, verb);
  const days = daysOf(world, verb);
  const { from, to } = world.window;
  return fc
    .tuple(cuts([from, to], days, days), beside(world, 'events', namesOf(verb)))
    .map(([cut, others]) => divide({ ...cut, verb, bounds, ground: toQuery(world, 'events', others) }))
    .map((equation) => (verb === 'ends' ? { ...equation, open: openEnds(world) } : equation));
}

/** An interval is made up of two that follow each other. */
export const dividesIntervals = (verb: Verb): CalendarRequirement =>
  relates({
    name: `intervals.${verb}`,
    collection: 'events',
    parameters: [...namesOf(verb), 'strict_dates'],
    statement: `What ${verb} in an interval ${verb} in just one of two that make it up, by days or to the second.`,
    cost: 6,
    runs: 2,
    equations: (world) => allOrFewer([byTimes(world, verb), byDays(world, verb)]),
  });
