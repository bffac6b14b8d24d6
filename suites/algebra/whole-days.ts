import fc, { type Arbitrary } from 'fast-check';
import type { CalendarRequirement } from '../../target/subject.js';
import { dayOf } from '../../target/world/wall-clock.js';
import type { World } from '../../target/world/world.js';
import { allOrFewer } from '../all-or-fewer.js';
import { lifted, windowBeside } from '../lists/ground.js';
import { daySpellings, type Spelling } from './day-spellings.js';
import type { Verb } from './edges.js';
import type { Equation } from './equation.js';
import { daysOf, timesOf } from './event-times.js';
import { openEnds } from './midnight.js';
import { relates } from './relation.js';

/** The list by a whole day, and the same by its edges. */
function toEquation(world: World, { parameter, lenient, strict }: Spelling, day: string): Equation {
  const ground = windowBeside(world, parameter);
  const isAboutEnds = [parameter, ...Object.keys(strict(day))].some((name) => name.startsWith('end'));
  return {
    rules: ['same'],
    whole: { ...ground, [parameter]: lenient(day) },
    // The other spelling may name no parameter that lifts the default window.
    parts: [{ ...lifted(world), ...ground, ...strict(day), strict_dates: true }],
    open: isAboutEnds ? openEnds(world) : [],
  };
}

/** Days of events, more often those on whose edges there are some. */
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
    statement: `A date filter by a day on which events ${verb.slice(0, -1)} holds what strict dates hold from its first second to its last.`,
    cost: 6,
    equations: (world) =>
      allOrFewer(
        daySpellings(world, verb).map((spelling) =>
          daysFor(world, verb, spelling).map((day) => toEquation(world, spelling, day)),
        ),
      ),
  });
