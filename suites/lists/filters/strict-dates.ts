import fc, { type Arbitrary } from 'fast-check';
import { type CalendarRequirement, requirement } from '../../../adapter/subject.js';
import type { World } from '../../../adapter/world/world.js';
import { dateTimeFilter } from '../../../generators/parameter-value.js';
import type { ListQuery } from '../../../generators/wire-value.js';
import { expectListed } from '../../expect/expect-list.js';
import { LEAVES_OUT, RETURNS } from '../../expect/expect-selection.js';
import { dateConditions } from '../../model/date-conditions.js';
import { type DateParameter, farTimes, isJudged, windowBeside } from '../../queries/base-query.js';
import { discriminates, firstWith } from '../../queries/discriminating.js';

/** A date parameter with a time, beside the window that it does not bound itself. */
const timed = (world: World, among: readonly DateParameter[], strict: boolean): Arbitrary<ListQuery> =>
  fc.tuple(fc.constantFrom(...among), dateTimeFilter(farTimes(world))).map(([parameter, time]) => ({
    ...windowBeside(world, parameter),
    [parameter]: time,
    strict_dates: strict,
  }));

interface Strictness {
  readonly strict: boolean;
  readonly among: readonly DateParameter[];
}

/** Queries whose times make a difference: read as days, or the days as times, they would select other events. */
function differing(world: World, { strict, among }: Strictness): Arbitrary<ListQuery> {
  const otherwise = (query: ListQuery): ListQuery => ({ ...query, strict_dates: !strict });
  const telling = { world, collection: 'events', otherwise, among: isJudged(world) } as const;
  return firstWith((query) => discriminates(query, telling), timed(world, among, strict));
}

interface StrictnessRule extends Strictness {
  readonly id: string;
  readonly statement: string;
  readonly runs: number;
}

const filtersDates = ({ id, statement, runs, ...strictness }: StrictnessRule): CalendarRequirement =>
  requirement({
    id,
    level: 'MUST',
    clause: 'event.list.strict_dates',
    operations: ['events.list'],
    profile: 'core',
    needs: ['events.list'],
    effects: 'reads',
    statement,
    cost: 1,
    runs,
    witnesses: [RETURNS, LEAVES_OUT],
    given: (world) => differing(world, strictness),
    check: (subject, query) => expectListed(subject, 'events', query, { among: isJudged(subject.world) }),
  });

/** With strict_dates, date filters start at the exact times given. */
export const filtersStrictly = filtersDates({
  id: 'events.list.strict_dates',
  statement: 'With strict_dates, a date filter selects by the exact time given and not by its day.',
  runs: 12,
  strict: true,
  among: Object.keys(dateConditions) as readonly DateParameter[],
});

/** Each of the two that name a day by itself: they say something at few times, and among all six are hardly drawn. */
export const filtersDaysStrictly = (['start_date', 'end_date'] as const).map((parameter) =>
  filtersDates({
    id: `events.list.strict_dates.${parameter.replace('_', '-')}`,
    statement: `With strict_dates, ${parameter} selects by the exact time given and not by its day.`,
    runs: 2,
    strict: true,
    among: [parameter],
  }),
);

/** The default of strict_dates, sent. Only the two parameters that are declared as date-times are given times. */
export const filtersLenientlyWhenAsked = filtersDates({
  id: 'events.list.strict_dates.default',
  statement: 'With strict_dates sent as false, a date filter includes whole days, as it does by default.',
  runs: 3,
  strict: false,
  among: ['start_date', 'end_date'],
});
