import fc, { type Arbitrary } from 'fast-check';
import { addSeconds, isWallClock } from '../../../adapter/notation/day-times.js';
import type { CalendarRequirement } from '../../../adapter/subject.js';
import type { World } from '../../../adapter/world/world.js';
import { dateTimeFilter } from '../../../generators/parameter-value.js';
import type { ListQuery } from '../../../generators/wire-value.js';
import { Inconclusive } from '../../../wire/errors.js';
import { expectListed } from '../../expect/expect-list.js';
import { type DateParameter, dateParameters } from '../../model/date-conditions.js';
import { farTimes, isJudged, isPlain, windowBeside } from '../../queries/base-query.js';
import { preferDeciding, wherePossible } from '../../queries/discriminating.js';
import { listRule } from '../../queries/list-rule.js';
import { dateComparisonOf, timeFields } from '../../queries/parameter-semantics.js';
import { type DatedQuery, expectUndisplaced } from './displaced-bound.js';
import { amongSeason, dividingBoth, isSeasonal } from './seasonal-bounds.js';

/** A date parameter with a time, beside the window that it does not bound itself. */
const timed = (world: World, parameter: DateParameter, strict: boolean): Arbitrary<ListQuery> =>
  dateTimeFilter(farTimes(world)).map((time) => ({
    ...windowBeside(world, parameter),
    [parameter]: time,
    strict_dates: strict,
  }));

interface Strictness {
  readonly strict: boolean;
  readonly among: readonly DateParameter[];
}

/**
 * A query by each of several parameters with a time that makes a difference: read as a day, or the day as a time, it
 * would select other events. @throws WorldLacks when none does
 */
function differing(world: World, { strict, among }: Strictness): Arbitrary<readonly ListQuery[]> {
  const otherwise = (query: ListQuery): ListQuery => ({ ...query, strict_dates: !strict });
  const by = { world, collection: 'events', otherwise } as const;
  const each = among.map((parameter) => () => preferDeciding(by, timed(world, parameter, strict)));
  return fc.tuple(...wherePossible(each));
}

interface StrictnessRule extends Strictness {
  readonly rule?: string;
  readonly statement: string;
  readonly runs: number;
}

const filtersDates = ({ strict, among, ...stated }: StrictnessRule): CalendarRequirement =>
  listRule({
    ...stated,
    collection: 'events',
    parameter: 'strict_dates',
    cost: among.length,
    given: (world) => differing(world, { strict, among }),
    async check(subject, queries) {
      const judged = { among: isJudged(subject.world) };
      for (const query of queries) await expectListed(subject, 'events', query, judged);
    },
  });

/** With strict_dates, date filters start at the exact times given. */
const filtersStrictly = filtersDates({
  statement: 'With strict_dates, each bound of dates selects by the exact time given and not by its day.',
  runs: 3,
  strict: true,
  among: dateParameters.filter((one) => dateComparisonOf(one).side !== 'on'),
});

/** Each of the two that name a day by itself. */
const filtersDaysStrictly = (['start_date', 'end_date'] as const).map((parameter) =>
  filtersDates({
    rule: parameter.replace('_', '-'),
    statement: `With strict_dates, ${parameter} selects by the exact time given and not by its day.`,
    runs: 2,
    strict: true,
    among: [parameter],
  }),
);

/** The default of strict_dates, sent. Only the two parameters that are declared as date-times are given times. */
const filtersLenientlyWhenAsked = filtersDates({
  rule: 'default',
  statement: 'With strict_dates sent as false, a date filter includes whole days, as it does by default.',
  runs: 3,
  strict: false,
  among: ['start_date', 'end_date'],
});

/** The times that a bound compares with, of the events in view. */
function timesOf(world: World, bound: DateParameter): Arbitrary<string> {
  const field = timeFields[dateComparisonOf(bound).verb];
  const events = world.of('events').filter(isPlain(world));
  const times = events.flatMap(({ payload: { [field]: time } }) =>
    typeof time === 'string' && isWallClock(time) ? [time] : [],
  );
  if (times.length === 0) throw new Inconclusive('the test data has no events in its window');
  return fc.constantFrom(...times);
}

/** Lists a second on either side of some event of the world's own days. */
const besideAny = (world: World, parameter: DateParameter): Arbitrary<readonly DatedQuery[]> =>
  timesOf(world, parameter).map((time) =>
    [1, -1].map((seconds) => ({
      query: {
        ...windowBeside(world, parameter),
        [parameter]: addSeconds(time, seconds),
        strict_dates: true,
      },
    })),
  );

/** A second beside an event, what a date filter selects depends on no reading: the event is in, or it is out. */
const decidesByTheSecond = (parameter: DateParameter): CalendarRequirement =>
  listRule({
    collection: 'events',
    parameter,
    rule: 'second',
    alsoCovers: ['event.list.strict_dates'],
    // The day that another parameter names begins and ends: only at midnight it divides events a second apart.
    needs: dateComparisonOf(parameter).side === 'on' ? ['world.seasons'] : [],
    statement: `With strict_dates, ${parameter} decides to the second which events are returned, in winter as in summer.`,
    cost: 2,
    given: (world) =>
      isSeasonal(world) || dateComparisonOf(parameter).side === 'on'
        ? fc.constant(dividingBoth(world, { parameter, strict: true }))
        : besideAny(world, parameter),
    check: (subject, asked) => expectUndisplaced(subject, asked, { parameter, among: amongSeason(subject.world) }),
  });

/** What strict_dates does to date parameters. */
export const strictDateRules: readonly CalendarRequirement[] = [
  filtersStrictly,
  ...filtersDaysStrictly,
  filtersLenientlyWhenAsked,
  ...dateParameters.map(decidesByTheSecond),
];
