import { addDays, addSeconds, dayOf } from '../../target/world/wall-clock.js';
import { toClock } from '../dates-asked.js';
import { withoutParameter, withParameter } from '../edit-request.js';
import type { Fault } from '../fault.js';
import { interceptOperation } from '../on.js';

const isStrictQuery = (query: URLSearchParams): boolean => /^(true|1|yes)$/i.test(query.get('strict_dates') ?? '');

/** Without strict dates a bound lies a day too far. */
const startsBeforeDayLate: Fault = {
  id: 'events.list.starts_before-day-late',
  clause: 'event.list.starts_before',
  statement: 'Events that start on the day after starts_before are still listed.',
  create: (_, lens) =>
    interceptOperation(lens, { id: 'events.list' }, ({ request, query }, next) => {
      const bound = toClock(query.get('starts_before'));
      if (bound === undefined || isStrictQuery(query)) return next(request);
      return next(withParameter(request, 'starts_before', addDays(dayOf(bound), 1)));
    }),
};

/** With strict dates a bound is some seconds too early, and so lets in what it should not. */
const endsAfterSecondsEarly: Fault = {
  id: 'events.list.ends_after-seconds-early',
  clause: 'event.list.ends_after',
  neighbours: ['event.list.strict_dates'],
  statement: 'With strict dates ends_after lets in events that end up to two seconds before it.',
  create: (_, lens) =>
    interceptOperation(lens, { id: 'events.list' }, ({ request, query }, next) => {
      const bound = toClock(query.get('ends_after'));
      if (bound === undefined || !isStrictQuery(query)) return next(request);
      return next(withParameter(request, 'ends_after', addSeconds(bound, -2)));
    }),
};

/** Strict dates are accepted, and whole days are included all the same. */
const strictIgnored: Fault = {
  id: 'events.list.strict_dates-ignored',
  clause: 'event.list.strict_dates',
  statement: 'With strict dates whole days are included as without.',
  create: (_, lens) =>
    interceptOperation(lens, { id: 'events.list' }, ({ request }, next) =>
      next(withoutParameter(request, 'strict_dates')),
    ),
};

/** Exact times are known of bounds alone. */
const strictDaysUnheeded: Fault = {
  id: 'events.list.strict-days-unheeded',
  clause: 'event.list.strict_dates',
  neighbours: ['event.list.start_date', 'event.list.end_date'],
  statement: 'With strict dates start_date and end_date are not heeded.',
  create: (_, lens) =>
    interceptOperation(lens, { id: 'events.list' }, ({ request, query }, next) => {
      if (!isStrictQuery(query)) return next(request);
      return next(['start_date', 'end_date'].reduce(withoutParameter, request));
    }),
};

/** Midnight belongs to no day: a filter by the day an event starts on misses it. */
const startDateMissesMidnight: Fault = {
  id: 'events.list.start_date-misses-midnight',
  clause: 'event.list.start_date',
  statement: 'A list by start_date misses events that start at 00:00:00.',
  create: (_, lens) =>
    interceptOperation(lens, { id: 'events.list' }, async ({ request, query }, next) => {
      const outcome = await next(request);
      if (!query.has('start_date')) return outcome;
      return lens.editItems('events', outcome, (items) =>
        items.filter((item) => !lens.text('events', item, 'start_date').endsWith('00:00:00')),
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
