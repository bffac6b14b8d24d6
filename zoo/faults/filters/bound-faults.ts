import { addDays, addSeconds, atTime, dayOf } from '../../../adapter/notation/day-times.js';
import type { Fault } from '../../fault.js';
import { isStrict, toClock } from '../../intercept/list-selection.js';
import { withoutParameter, withParameter } from '../../intercept/request-edit.js';
import { editingPages, misreading } from '../../list-fault.js';

type Bound = 'starts_after' | 'starts_before' | 'ends_after' | 'ends_before';

const SECONDS = 2;

/** A strict bound is a little too narrow. */
function narrowBySeconds(bound: Bound): Fault {
  const isAfter = bound.endsWith('after');
  return {
    id: `events.list.${bound}-seconds-${isAfter ? 'late' : 'early'}`,
    clause: `event.list.${bound}`,
    neighbours: ['event.list.strict_dates'],
    statement: `With strict_dates, ${bound} leaves out the two seconds next to the bound.`,
    create: misreading(['events'], (call) => {
      const time = call.query.get(bound) ?? '';
      const isTimed = isStrict(call) && time.length > dayOf(time).length;
      return isTimed
        ? withParameter(call.request, bound, addSeconds(time, isAfter ? SECONDS : -SECONDS))
        : call.request;
    }),
  };
}

/** A strict day parameter is cut to its day, a strict bound moved to where its day begins or ends. */
const strictAsDay = (name: Bound | 'start_date' | 'end_date'): Fault => ({
  id: `events.list.${name}-strict-as-day`,
  clause: 'event.list.strict_dates',
  neighbours: [`event.list.${name}`],
  statement: `With strict_dates, the time in ${name} is ignored.`,
  create: misreading(['events'], (call) => {
    const value = call.query.get(name);
    return value === null || !isStrict(call) ? call.request : withParameter(call.request, name, toDay(name, value));
  }),
});

function toDay(name: string, value: string): string {
  if (name.endsWith('_date')) return dayOf(value);
  // A strict bound may leave out its own second.
  return name.endsWith('after') ? addSeconds(atTime(dayOf(value), '00:00:00'), -1) : atTime(dayOf(value), '23:59:59');
}

const strictByDefault: Fault = {
  id: 'events.list.strict_dates-default-true',
  clause: 'event.list.strict_dates',
  statement: 'Date filters are strict unless strict_dates is false.',
  create: misreading(['events'], ({ request, query }) =>
    query.has('strict_dates') ? request : withParameter(request, 'strict_dates', 'true'),
  ),
};

const dayEarly: Fault = {
  id: 'events.list.ends_after-day-early',
  clause: 'event.list.ends_after',
  statement: 'Without strict_dates, ends_after also selects the events that end on the day before.',
  create: misreading(['events'], (call) => {
    const bound = toClock(call.query.get('ends_after'));
    if (bound === undefined || isStrict(call)) return call.request;
    return withParameter(call.request, 'ends_after', addDays(dayOf(bound), -1));
  }),
};

const lastSecondLost: Fault = {
  id: 'events.list.starts_before-last-second-lost',
  clause: 'event.list.starts_before',
  statement: 'A list with starts_before lacks the events that start at 23:59:59.',
  create: editingPages(['events'], (items, { query }, view) =>
    query.has('starts_before')
      ? items.filter((event) => !view.text('events', event, 'start_date').endsWith('23:59:59'))
      : items,
  ),
};

const otherSide: Fault = {
  id: 'events.list.starts_before-read-as-starts_after',
  clause: 'event.list.starts_before',
  statement: 'starts_before selects the events that start after the date.',
  create: misreading(['events'], ({ request, query }) => {
    const value = query.get('starts_before');
    return value === null ? request : withParameter(withoutParameter(request, 'starts_before'), 'starts_after', value);
  }),
};

/** Date filters that are off by a second or a day, or read as another. */
export const boundFaults: readonly Fault[] = [
  narrowBySeconds('starts_after'),
  narrowBySeconds('starts_before'),
  narrowBySeconds('ends_after'),
  narrowBySeconds('ends_before'),
  strictAsDay('start_date'),
  strictAsDay('end_date'),
  strictAsDay('starts_after'),
  strictAsDay('starts_before'),
  strictAsDay('ends_after'),
  strictAsDay('ends_before'),
  strictByDefault,
  dayEarly,
  lastSecondLost,
  otherSide,
];

/** Of the two bounds of an interval, one counts. */
const openInterval = (verb: 'starts' | 'ends'): Fault => ({
  id: `events.list.${verb}_before-beside-${verb}_after`,
  clause: `event.list.${verb}_before`,
  neighbours: [`event.list.${verb}_after`, 'event.list.strict_dates'],
  statement: `With strict_dates, ${verb}_before is ignored beside ${verb}_after.`,
  create: misreading(['events'], (call) =>
    isStrict(call) && call.query.has(`${verb}_after`) ? withoutParameter(call.request, `${verb}_before`) : call.request,
  ),
});

/** Intervals that are open on one side. */
export const openIntervals: readonly Fault[] = [openInterval('starts'), openInterval('ends')];
