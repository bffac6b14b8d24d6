import { addDays, addSeconds, atTime, dayOf } from '../../../adapter/notation/day-times.js';
import { utcOffsetsIn } from '../../../adapter/notation/time-zone.js';
import { wallClock } from '../../../adapter/reading/agreement.js';
import type { WireRequest } from '../../../wire/exchange.js';
import type { JsonObject } from '../../../wire/json.js';
import type { Fault } from '../../fault.js';
import { interceptOperation } from '../../intercept/intercept-operation.js';
import { toClock } from '../../intercept/list-selection.js';
import { joinedLists, respondWith, wholeList } from '../../intercept/list-walk.js';
import type { OperationCall } from '../../intercept/operation-call.js';
import { withoutParameter, withParameter } from '../../intercept/request-edit.js';
import type { WireView } from '../../intercept/wire-view.js';
import { misreading } from '../../list-fault.js';

const isStrict = (query: URLSearchParams): boolean => /^(true|1|yes)$/i.test(query.get('strict_dates') ?? '');

/** Without strict dates a bound lies a day too far. */
const startsBeforeDayLate: Fault = {
  id: 'events.list.starts_before-day-late',
  clause: 'event.list.starts_before',
  statement: 'starts_before also selects the events that start on the day after it.',
  create: misreading(['events'], ({ request, query }) => {
    const bound = toClock(query.get('starts_before'));
    if (bound === undefined || isStrict(query)) return request;
    return withParameter(request, 'starts_before', addDays(dayOf(bound), 1));
  }),
};

/** With strict dates a bound is some seconds too early, and so lets in what it should not. */
const endsAfterSecondsEarly: Fault = {
  id: 'events.list.ends_after-seconds-early',
  clause: 'event.list.ends_after',
  neighbours: ['event.list.strict_dates'],
  statement: 'With strict_dates, ends_after also selects the events that end up to two seconds before it.',
  create: misreading(['events'], ({ request, query }) => {
    const bound = toClock(query.get('ends_after'));
    if (bound === undefined || !isStrict(query)) return request;
    return withParameter(request, 'ends_after', addSeconds(bound, -2));
  }),
};

/** Strict dates are accepted, and whole days are included all the same. */
const strictIgnored: Fault = {
  id: 'events.list.strict_dates-ignored',
  clause: 'event.list.strict_dates',
  statement: 'strict_dates is ignored: whole days are included.',
  create: misreading(['events'], ({ request }) => withoutParameter(request, 'strict_dates')),
};

/** Exact times are known of bounds alone. */
const strictDaysUnheeded: Fault = {
  id: 'events.list.strict-days-unheeded',
  clause: 'event.list.strict_dates',
  neighbours: ['event.list.start_date', 'event.list.end_date'],
  statement: 'With strict_dates, start_date and end_date are ignored.',
  create: misreading(['events'], ({ request, query }) => {
    if (!isStrict(query)) return request;
    return ['start_date', 'end_date'].reduce(withoutParameter, request);
  }),
};

/** Midnight belongs to no day: a filter by the day an event starts on misses it. */
const startDateMissesMidnight: Fault = {
  id: 'events.list.start_date-misses-midnight',
  clause: 'event.list.start_date',
  statement: 'A list with start_date lacks the events that start at 00:00:00.',
  create: (_, view) =>
    interceptOperation(view, { id: 'events.list' }, async ({ request, query }, next) => {
      const outcome = await next(request);
      if (!query.has('start_date')) return outcome;
      return view.editItems('events', outcome, (items) =>
        items.filter((item) => !view.text('events', item, 'start_date').endsWith('00:00:00')),
      );
    }),
};

/** Date bounds that are a little off. */
export const dateBounds: readonly Fault[] = [
  startsBeforeDayLate,
  endsAfterSecondsEarly,
  strictIgnored,
  strictDaysUnheeded,
  startDateMissesMidnight,
];

const MIDNIGHT = '00:00:00';
const LAST_SECOND = '23:59:59';

/** The time of day in a date parameter; empty where it names none. */
const timeIn = ({ query }: OperationCall, name: string): string => (query.get(name) ?? '').slice(11, 19);

/** Makes a strict bound at a certain time of day the midnight that ends the day. */
const toEndOfDay = (name: string, time: string): Fault['create'] =>
  misreading(['events'], (call) => {
    if (!isStrict(call.query) || timeIn(call, name) !== time) return call.request;
    const day = dayOf(call.query.get(name) ?? '');
    return withParameter(call.request, name, atTime(addDays(day, 1), MIDNIGHT));
  });

/** A date with the time 00:00:00 is kept as a day, and of a day the whole is meant. */
const midnightIsDay: Fault = {
  id: 'events.list.starts_before-midnight-is-day',
  clause: 'event.list.starts_before',
  neighbours: ['event.list.strict_dates'],
  statement: 'With strict_dates, starts_before at 00:00:00 includes the whole day.',
  create: toEndOfDay('starts_before', MIDNIGHT),
};

/** The last second of a day is rounded to the next day. */
const lastSecondRounded: Fault = {
  id: 'events.list.ends_after-last-second-rounded',
  clause: 'event.list.ends_after',
  neighbours: ['event.list.strict_dates'],
  statement: 'With strict_dates, ends_after at 23:59:59 excludes events that end at the following midnight.',
  create: toEndOfDay('ends_after', LAST_SECOND),
};

/** Of a list by whole days, keeps the events of which something holds. */
const keeping =
  (name: string, keep: (time: string, day: string) => boolean, field: 'start_date' | 'end_date'): Fault['create'] =>
  (_, view: WireView) =>
    interceptOperation(view, { id: 'events.list' }, async (call, next) => {
      const bound = call.query.get(name);
      if (!bound || isStrict(call.query)) return next(call.request);
      const listing = { view, call, next };
      const found = await wholeList(listing, call.request);
      const isKept = (event: JsonObject): boolean => keep(wallClock(view.field('events', event, field)), dayOf(bound));
      return respondWith(listing, found.filter(isKept));
    });

/** A day ends with the first second of its last minute. */
const lastMinuteLost: Fault = {
  id: 'events.list.starts_before-last-minute-lost',
  clause: 'event.list.starts_before',
  neighbours: ['event.list.strict_dates'],
  statement: 'Without strict_dates, starts_before ends at 23:59:00 of the day.',
  create: keeping('starts_before', (start, day) => start <= atTime(day, '23:59:00'), 'start_date'),
};

/** A day ends before its last second. */
const lastSecondLost: Fault = {
  id: 'events.list.end_date-last-second-lost',
  clause: 'event.list.end_date',
  neighbours: ['event.list.strict_dates'],
  statement: 'A list with end_date lacks the events that end at 23:59:59 of the day.',
  create: keeping('end_date', (end) => !end.endsWith(LAST_SECOND), 'end_date'),
};

const ZONE = 'Europe/Brussels';

/** In the zone of the service, a day is taken to end 24 hours after it begins. */
const dayOf24Hours = (name: 'starts_before' | 'start_date'): Fault => ({
  id: `events.list.${name}-24-hours`,
  clause: `event.list.${name}`,
  statement: `Without strict_dates, the day of ${name} ends an hour early or late when clocks are changed in Europe.`,
  create: (_, view) =>
    interceptOperation(view, { id: 'events.list' }, async (call, next) => {
      const bound = toClock(call.query.get(name));
      if (bound === undefined || isStrict(call.query)) return next(call.request);
      const [from, to] = [dayOf(bound), addDays(dayOf(bound), 1)];
      const [before = 0, after = 0] = [from, to].map((day) => utcOffsetsIn(ZONE, atTime(day, MIDNIGHT))[0]);
      if (before === after) return next(call.request);
      const listing = { view, call, next };
      const later = after > before ? [withParameter(call.request, name, to)] : [];
      const all = await joinedLists(listing, [call.request, ...later]);
      const end = addSeconds(atTime(to, MIDNIGHT), after - before);
      return respondWith(
        listing,
        all.filter((event) => wallClock(view.field('events', event, 'start_date')) < end),
      );
    }),
});

/** Bounds that are off where one day becomes another. */
export const dayEdges: readonly Fault[] = [
  midnightIsDay,
  lastSecondRounded,
  lastMinuteLost,
  lastSecondLost,
  dayOf24Hours('starts_before'),
  dayOf24Hours('start_date'),
];

const days = ['start_date', 'end_date'] as const;
const asksStrictly = (query: URLSearchParams): boolean => query.has('strict_dates');

type Bounds = Readonly<Partial<Record<`${'starts' | 'ends'}_${'after' | 'before'}`, string>>>;

/** A request for bounds in place of days, each the narrower of this and of one that is there already. */
function boundedBy(request: WireRequest, query: URLSearchParams, bounds: Bounds): WireRequest {
  const narrower = ([name, day]: [string, string]): readonly [string, string] => {
    const sorted = [day, query.get(name) ?? day].toSorted();
    return [name, (name.endsWith('after') ? sorted.at(-1) : sorted[0]) ?? day];
  };
  const bare = days.reduce(withoutParameter, request);
  return Object.entries(bounds)
    .map(narrower)
    .reduce((sent, [name, day]) => withParameter(sent, name, day), bare);
}

/** What most who hear of two dates expect. */
const asSpan: Fault = {
  id: 'events.list.days-as-span',
  clause: 'event.list.start_date',
  neighbours: ['event.list.end_date'],
  statement: 'start_date and end_date together select the events between the two.',
  create: misreading(['events'], ({ request, query }) => {
    const [from, to] = days.map((name) => toClock(query.get(name)));
    if (from === undefined || to === undefined || asksStrictly(query)) return request;
    const [starts_after, ends_before] = [addDays(dayOf(from), -1), addDays(dayOf(to), 1)];
    return boundedBy(request, query, { starts_after, ends_before });
  }),
};

/** An event is "on" every day that it lasts. */
const goingOn: Fault = {
  id: 'events.list.start_date-going-on',
  clause: 'event.list.start_date',
  statement: 'start_date also selects the events that go on through that day.',
  create: misreading(['events'], ({ request, query }) => {
    const day = toClock(query.get('start_date'));
    if (day === undefined || query.has('end_date') || asksStrictly(query)) return request;
    const [starts_before, ends_after] = [addDays(dayOf(day), 1), addDays(dayOf(day), -1)];
    return boundedBy(request, query, { starts_before, ends_after });
  }),
};

/** Days that are taken for more than they say. */
export const dayFilters: readonly Fault[] = [asSpan, goingOn];
