import fc, { type Arbitrary } from 'fast-check';
import { dayOf } from '../../../adapter/notation/day-times.js';
import type { CalendarRequirement } from '../../../adapter/subject.js';
import type { World } from '../../../adapter/world/world.js';
import { dateFilter, dateTimeFilter } from '../../../generators/parameter-value.js';
import type { ListQuery } from '../../../generators/wire-value.js';
import { WorldLacks } from '../../../kernel/deviation.js';
import { expectListed } from '../../expect/expect-list.js';
import { type DateParameter, isDateParameter } from '../../model/date-conditions.js';
import { baseQueryOf, farTimes, isJudged, windowBeside, withoutReplaced } from '../../queries/base-query.js';
import { leaveOut, onlyDiscriminating } from '../../queries/discriminating.js';
import { listRule } from '../../queries/list-rule.js';
import { dateComparisonOf, drawable, isDateTime } from '../../queries/parameter-semantics.js';
import { selectsBy } from './filter-rule.js';

/** A date parameter in words: `start after`, or `end on`. */
function comparisonIn(parameter: DateParameter): string {
  const { verb, side } = dateComparisonOf(parameter);
  return `${verb.slice(0, -1)} ${side}`;
}

/** A date parameter as it is by default, without strict_dates: whole days. */
const selectsByDate = (parameter: DateParameter): CalendarRequirement =>
  selectsBy({
    collection: 'events',
    parameter,
    statement: `Filtering by ${parameter} returns exactly the events that ${comparisonIn(parameter)} that day.`,
    runs: 8,
    base: (world) => windowBeside(world, parameter),
    values: (world) => [
      isDateTime(parameter)
        ? dateTimeFilter(farTimes(world))
        : dateFilter(farTimes(world)).map((date) => date.slice(0, 10)),
    ],
  });

/** When each event that lasts more than a day starts and ends: without strict_dates, its first day and its last. */
function daysOf(world: World): Arbitrary<ListQuery> {
  const events = world.of('events').filter(isJudged(world));
  const days = events.flatMap(({ payload: { start_date: start, end_date: end } }) => {
    if (typeof start !== 'string' || typeof end !== 'string' || dayOf(start) === dayOf(end)) return [];
    return [{ start_date: start, end_date: end }];
  });
  if (days.length === 0) throw new WorldLacks('the test data has no event that lasts several days');
  const ground = baseQueryOf(world, 'events');
  return fc.constantFrom(...days).map((both) => withoutReplaced({ ...ground, ...both }, ground));
}

/** Two dates are easily taken for the ends of an interval. */
const selectsByBothDays = listRule({
  collection: 'events',
  parameter: 'start_date',
  rule: 'with-end-date',
  alsoCovers: ['event.list.end_date'],
  statement:
    'Filtering by start_date and end_date returns exactly the events that start on the one and end on the other.',
  cost: 1,
  given: (world) =>
    onlyDiscriminating({ world, collection: 'events', otherwise: leaveOut('start_date') }, daysOf(world)),
  check: (subject, query) => expectListed(subject, 'events', query, { among: isJudged(subject.world) }),
});

/** What each date parameter selects by default, and two of them together. */
export const dateRules: readonly CalendarRequirement[] = [
  ...drawable('events', 'day', 'bound').filter(isDateParameter).map(selectsByDate),
  selectsByBothDays,
];
