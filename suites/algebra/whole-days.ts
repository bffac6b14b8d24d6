import fc, { type Arbitrary } from 'fast-check';
import type { ListQuery } from '../../generators/wire.js';
import { CannotTell } from '../../harness/errors.js';
import type { CalendarRequirement } from '../../target/subject.js';
import type { World } from '../../target/world/world.js';
import { type DateParameter, windowBeside } from '../lists/ground.js';
import { dayBounds, firstSecondOf, followedIn, lastSecondOf, timeBounds, type Verb } from './edges.js';
import type { Equation } from './equation.js';
import { daysOf } from './event-times.js';
import { openEnds } from './midnight.js';
import { relates } from './relation.js';
import { allOrFewer } from './several-filters.js';

/** Strict bounds that hold the whole of some days in view: from the first second of one, to the last second of one. */
interface Seconds {
  readonly from: (verb: Verb, day: string) => ListQuery;
  readonly to: (verb: Verb, day: string) => ListQuery;
}

const secondsIn = (world: World): Seconds => ({
  from: (verb, day) => ({ [`${verb}_after`]: timeBounds(world, verb).after(firstSecondOf(day)) }),
  to: (verb, day) => ({ [`${verb}_before`]: timeBounds(world, verb).before(lastSecondOf(day)) }),
});

/** A date filter by a day, and the strict bounds that stand for it. */
interface Spelling {
  readonly parameter: DateParameter;
  readonly lenient: (day: string) => string;
  readonly strict: (day: string) => ListQuery;
}

/** What start_date and end_date stand for, by the reading that the target follows. */
function daySpelling(world: World, verb: Verb): Spelling {
  const { from, to } = secondsIn(world);
  if (followedIn(world, 'list.lenient-time') !== 'ignored') throw new CannotTell('days are not taken as whole ones');
  const on = (day: string): ListQuery => ({ ...from(verb, day), ...to(verb, day) });
  if (verb === 'starts') {
    const meanings = {
      'on-day': on,
      'lower-bound': (day: string) => from('starts', day),
      'end-lower-bound': (day: string) => from('ends', day),
    };
    return { parameter: 'start_date', lenient: firstSecondOf, strict: meanings[followedIn(world, 'list.start-date')] };
  }
  const meanings = {
    'on-day': on,
    'upper-bound': (day: string) => to('ends', day),
    'start-upper-bound': (day: string) => to('starts', day),
  };
  return { parameter: 'end_date', lenient: lastSecondOf, strict: meanings[followedIn(world, 'list.end-date')] };
}

function spellings(world: World, verb: Verb): readonly Spelling[] {
  const { from, to } = secondsIn(world);
  const { after, before } = dayBounds(world, verb);
  return [
    { parameter: `${verb}_after`, lenient: after, strict: (day) => from(verb, day) },
    { parameter: `${verb}_before`, lenient: before, strict: (day) => to(verb, day) },
    daySpelling(world, verb),
  ];
}

/** The list by a whole day, and the same by its edges. */
function toEquation(world: World, { parameter, lenient, strict }: Spelling, day: string): Equation {
  const ground = windowBeside(world, parameter);
  return {
    rules: ['same'],
    whole: { ...ground, [parameter]: lenient(day) },
    parts: [{ ...ground, ...strict(day), strict_dates: true }],
    open: openEnds(world),
  };
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
        spellings(world, verb).map(
          (spelling): Arbitrary<Equation> =>
            fc.constantFrom(...daysOf(world, verb)).map((day) => toEquation(world, spelling, day)),
        ),
      ),
  });
