import fc from 'fast-check';
import { addDays, atTime, dayOf } from '../../../adapter/notation/day-times.js';
import { lift, type Period } from '../../../adapter/reading/record-queries.js';
import type { CalendarRequirement } from '../../../adapter/subject.js';
import { isFoundIn, type Season, type SeasonEvent, seasonKey, seasons } from '../../../adapter/world/season-events.js';
import type { World, WorldRecord } from '../../../adapter/world/world.js';
import { toWall } from '../../../generators/wall-time.js';
import type { ListQuery } from '../../../generators/wire-value.js';
import { WorldLacks } from '../../../kernel/deviation.js';
import { type DateParameter, dateParameters } from '../../model/date-conditions.js';
import { endOf, startOf } from '../../model/event-span.js';
import { select } from '../../model/select.js';
import { isPlain, isPublic } from '../../queries/base-query.js';
import { listRule } from '../../queries/list-rule.js';
import { dateComparisonOf, isDateTime } from '../../queries/parameter-semantics.js';
import { expectUndisplaced, type DatedQuery } from './displaced-bound.js';

/** What stands beside a date parameter, so that a list shows the events of some days. */
function besideDays(world: World, { from, to }: Period, parameter: DateParameter): ListQuery {
  const { verb, side } = dateComparisonOf(parameter);
  const { [parameter]: _, ...lifted } = lift(world.profile, { from, to });
  const isLower = side === 'after' || (side === 'on' && verb === 'starts');
  return { ...lifted, ...(isLower ? { ends_before: to } : { starts_after: from }) };
}

const SPARE = 4;

const daysAround = (event: WorldRecord): Period => {
  const { start_date: start } = event.payload;
  const day = dayOf(typeof start === 'string' ? start : '');
  return { from: addDays(day, -SPARE), to: addDays(day, 2 * SPARE) };
};

function eventOf(world: World, season: Season, which: SeasonEvent): WorldRecord {
  const key = seasonKey(season, which);
  const found = world.of('events').find((event) => event.ref.key === key);
  if (!found) throw new WorldLacks(`the test data has no events in ${season}`);
  return found;
}

/** The events of a season. */
const isOf =
  (season: Season) =>
  ({ ref: { key } }: WorldRecord): boolean =>
    key.startsWith(seasonKey(season, 'on').slice(0, -'on'.length));

/** When the target takes an event to start or end, as far as that is known to the second; else its wall clock. */
function momentOf(world: World, event: WorldRecord, parameter: DateParameter): string {
  const { verb } = dateComparisonOf(parameter);
  const [span, wall] =
    verb === 'starts'
      ? [startOf(event, world), event.payload.start_date]
      : [endOf(event, world), event.payload.end_date];
  if (span && span.earliest === span.latest) return toWall(span.earliest);
  return typeof wall === 'string' ? wall : '';
}

/** The events at which to ask, the best first: a day begins with its first second, and ends with its last. */
const orders = {
  starts: ['on', 'late', 'early'],
  ends: ['early', 'on', 'late'],
  // A day has a rest only after its first second.
  rest: ['late', 'on', 'early'],
} as const satisfies Record<string, readonly SeasonEvent[]>;

/** Whether events were made in winter and in summer. */
export const isSeasonal = (world: World): boolean =>
  seasons.every((season) => world.of('events').some(({ ref: { key } }) => key === seasonKey(season, 'on')));

interface Bounding {
  readonly parameter: DateParameter;
  readonly strict: boolean;
}

/** The lists of a season by the events that were made for it: at the time of one, or on its day. */
function madeLists(world: World, season: Season, { parameter, strict }: Bounding): readonly DatedQuery[] {
  const beside = besideDays(world, daysAround(eventOf(world, season, 'on')), parameter);
  const { verb, side } = dateComparisonOf(parameter);
  const order = orders[strict && side === 'on' ? 'rest' : verb];
  return order.map((which) => ({
    season,
    query: { ...beside, ...bound(world, eventOf(world, season, which), { parameter, strict }) },
  }));
}

const bound = (world: World, event: WorldRecord, { parameter, strict }: Bounding): ListQuery => {
  const moment = momentOf(world, event, parameter);
  if (strict) return { [parameter]: moment, strict_dates: true };
  return { [parameter]: isDateTime(parameter) ? atTime(dayOf(moment), '00:00:00') : dayOf(moment) };
};

/** The same by events that were found: of those that begin or end with a day first. */
function foundLists(world: World, season: Season, bounding: Bounding): readonly DatedQuery[] {
  const found = world.of('events').filter((event) => isFoundIn(season, event) && isPublic(world)(event));
  const isAllDay = ({ payload: { all_day: allDay } }: WorldRecord): boolean => allDay === true;
  return [...found.filter(isAllDay), ...found.filter((event) => !isAllDay(event))].map((event) => {
    const days = daysAround(event);
    return {
      season,
      days,
      query: { ...besideDays(world, days, bounding.parameter), ...bound(world, event, bounding) },
    };
  });
}

/** The list by which a parameter divides the events of a season. */
function dividing(world: World, season: Season, bounding: Bounding): DatedQuery {
  const lists = isSeasonal(world) ? madeLists(world, season, bounding) : foundLists(world, season, bounding);
  const list = lists.find((one) => {
    const { must, mustNot } = select(world, 'events', one.query, { among: amongSeason(world)(one) });
    return must.length > 0 && mustNot.length > 0;
  });
  if (!list) throw new WorldLacks(`it is not known to the second which events of ${season} a list includes`);
  return list;
}

/** The same for each season. */
export const dividingBoth = (world: World, bounding: Bounding): readonly DatedQuery[] =>
  seasons.map((season) => dividing(world, season, bounding));

/** The events that a list is judged on: those of its season, or the ones that no list hides. */
export const amongSeason =
  (world: World) =>
  ({ season, days }: DatedQuery) => {
    if (days) return isWithin(world, days);
    return season ? isOf(season) : isPlain(world);
  };

/** The events that are on these days whatever the clock: what bounds them leaves none of these out. */
const isWithin = (world: World, { from, to }: Period) => {
  const [first, last] = [addDays(from, 2), addDays(to, -2)];
  return (event: WorldRecord): boolean => {
    const { start_date: start, end_date: end } = event.payload;
    const isKnown = isPublic(world)(event) && typeof start === 'string' && typeof end === 'string';
    return isKnown && start >= first && end < last;
  };
};

const includesWholeDays = (parameter: DateParameter): CalendarRequirement =>
  listRule({
    collection: 'events',
    parameter,
    rule: 'seasons',
    alsoCovers: ['event.list.strict_dates'],
    needs: ['world.seasons'],
    statement: `${parameter} selects by whole days from midnight to midnight, in winter as in summer.`,
    cost: 2,
    given: (world) => fc.constant(dividingBoth(world, { parameter, strict: false })),
    check: (subject, asked) => expectUndisplaced(subject, asked, { parameter, among: amongSeason(subject.world) }),
  });

/** Each date parameter half a year apart, without strict dates. */
export const seasonalDays: readonly CalendarRequirement[] = dateParameters.map(includesWholeDays);
