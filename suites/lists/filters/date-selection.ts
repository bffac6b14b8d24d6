import fc, { type Arbitrary } from 'fast-check';
import { addSeconds, dayOf, isWallClock } from '../../../adapter/notation/day-times.js';
import { toText } from '../../../adapter/notation/shown-values.js';
import { type CalendarRequirement, requirement } from '../../../adapter/subject.js';
import type { World } from '../../../adapter/world/world.js';
import { listClauseId } from '../../../contract/clauses/resource-clauses.js';
import { dateFilter, dateTimeFilter } from '../../../generators/parameter-value.js';
import type { ListQuery } from '../../../generators/wire-value.js';
import { WorldLacks } from '../../../kernel/deviation.js';
import { Inconclusive } from '../../../wire/errors.js';
import { expectListed } from '../../expect/expect-list.js';
import { LEAVES_OUT, RETURNS } from '../../expect/expect-selection.js';
import {
  baseQueryOf,
  type DateParameter,
  farTimes,
  isJudged,
  isPlain,
  windowBeside,
} from '../../queries/base-query.js';
import { discriminates, firstWith, leaveOut } from '../../queries/discriminating.js';
import { selectsBy } from './filter-rule.js';

const statements: Readonly<Record<DateParameter, string>> = {
  start_date: 'A list by start_date holds the events that start on that day, and no others.',
  end_date: 'A list by end_date holds the events that end on that day, and no others.',
  starts_after: 'A list by starts_after holds the events that start after that day, and no others.',
  starts_before: 'A list by starts_before holds the events that start before that day, and no others.',
  ends_after: 'A list by ends_after holds the events that end after that day, and no others.',
  ends_before: 'A list by ends_before holds the events that end before that day, and no others.',
};

/** The two that are declared as date-times; the others are days. */
const isDateTime = (parameter: DateParameter): boolean => parameter === 'start_date' || parameter === 'end_date';

/** A date parameter as it is by default, without strict_dates: whole days. */
export const selectsByDate = (parameter: DateParameter): CalendarRequirement =>
  selectsBy({
    collection: 'events',
    parameter,
    statement: statements[parameter],
    runs: 8,
    base: (world) => windowBeside(world, parameter),
    values: (world) => [
      isDateTime(parameter)
        ? dateTimeFilter(farTimes(world))
        : dateFilter(farTimes(world)).map((date) => date.slice(0, 10)),
    ],
  });

/** The first and the last day of each event that lasts more than one. */
function daysOf(world: World): Arbitrary<ListQuery> {
  const events = world.of('events').filter(isJudged(world));
  const days = events.flatMap(({ payload: { start_date: start, end_date: end } }) => {
    if (typeof start !== 'string' || typeof end !== 'string' || dayOf(start) === dayOf(end)) return [];
    return [{ start_date: dayOf(start), end_date: dayOf(end) }];
  });
  if (days.length === 0) throw new WorldLacks('the world has no event of several days');
  return fc.constantFrom(...days).map((both) => ({ ...baseQueryOf(world, 'events'), ...both }));
}

/** Who hears of two dates thinks of what lies between. */
export const selectsByBothDays = requirement({
  id: 'events.list.start_date.with-end-date',
  level: 'MUST',
  clause: 'event.list.start_date',
  alsoCovers: ['event.list.end_date'],
  operations: ['events.list'],
  profile: 'core',
  needs: ['events.list'],
  effects: 'reads',
  statement: 'A list by start_date and end_date holds what starts on the one and ends on the other, and no others.',
  cost: 1,
  witnesses: [RETURNS, LEAVES_OUT],
  given(world) {
    const telling = { world, collection: 'events', otherwise: leaveOut('start_date'), among: isJudged(world) } as const;
    return firstWith((query) => discriminates(query, telling), daysOf(world));
  },
  check: (subject, query) => expectListed(subject, 'events', query, { among: isJudged(subject.world) }),
});

/** The bounds, and the time of an event that each is compared with. */
const bounds = {
  starts_after: 'start_date',
  starts_before: 'start_date',
  ends_after: 'end_date',
  ends_before: 'end_date',
} as const;

type Bound = keyof typeof bounds;

function timesOf(world: World, bound: Bound): Arbitrary<string> {
  const events = world.of('events').filter(isPlain(world));
  const times = events.map(({ body }) => toText(body[bounds[bound]])).filter(isWallClock);
  if (times.length === 0) throw new Inconclusive('the world has no events in its window');
  return fc.constantFrom(...times);
}

/** On either side of an event, what a bound selects depends on no reading: the event is in, and a second on it is out. */
export const decidesByTheSecond = (bound: Bound): CalendarRequirement =>
  requirement({
    id: `events.list.${bound}.second`,
    level: 'MUST',
    clause: listClauseId('events', bound),
    alsoCovers: ['event.list.strict_dates'],
    operations: ['events.list'],
    profile: 'core',
    needs: ['events.list'],
    effects: 'reads',
    statement: `With strict_dates, ${bound} a second beside an event tells the event from what lies on the other side.`,
    cost: 2,
    witnesses: [RETURNS, LEAVES_OUT],
    given: (world) => timesOf(world, bound),
    async check(subject, time) {
      for (const seconds of [1, -1]) {
        const query = {
          ...windowBeside(subject.world, bound),
          [bound]: addSeconds(time, seconds),
          strict_dates: true,
        };
        await expectListed(subject, 'events', query, { among: isPlain(subject.world) });
      }
    },
  });
