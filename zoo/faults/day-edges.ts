import type { JsonObject } from '../../harness/json.js';
import { wallClock } from '../../target/agreement.js';
import { addDays, atTime, dayOf } from '../../target/world/wall-clock.js';
import type { OperationCall } from '../asked.js';
import { withParameter } from '../edit-request.js';
import type { Fault } from '../fault.js';
import { interceptOperation } from '../on.js';
import type { WireView } from '../wire-lens.js';
import { respondWith, wholeList } from '../whole-list.js';

const isStrict = ({ query }: OperationCall): boolean => /^(true|1|yes)$/i.test(query.get('strict_dates') ?? '');

const MIDNIGHT = '00:00:00';
const LAST_SECOND = '23:59:59';

/** The time of day in a date parameter; empty where it names none. */
const timeIn = ({ query }: OperationCall, name: string): string => (query.get(name) ?? '').slice(11, 19);

/** Makes a strict bound at a certain time of day the midnight that ends the day. */
const toEndOfDay =
  (name: string, time: string): Fault['create'] =>
  (_, lens) =>
    interceptOperation(lens, { id: 'events.list' }, (asked, next) => {
      if (!isStrict(asked) || timeIn(asked, name) !== time) return next(asked.request);
      const day = dayOf(asked.query.get(name) ?? '');
      return next(withParameter(asked.request, name, atTime(addDays(day, 1), MIDNIGHT)));
    });

/** A date with the time 00:00:00 is kept as a day, and of a day the whole is meant. */
const midnightIsDay: Fault = {
  id: 'events.list.starts_before-midnight-is-day',
  clause: 'event.list.starts_before',
  neighbours: ['event.list.strict_dates'],
  statement: 'With strict dates starts_before at 00:00:00 includes the whole of that day.',
  create: toEndOfDay('starts_before', MIDNIGHT),
};

/** The last second of a day is rounded to the next day. */
const lastSecondRounded: Fault = {
  id: 'events.list.ends_after-last-second-rounded',
  clause: 'event.list.ends_after',
  neighbours: ['event.list.strict_dates'],
  statement: 'With strict dates ends_after at 23:59:59 leaves out what ends at the midnight after it.',
  create: toEndOfDay('ends_after', LAST_SECOND),
};

/** Of a list by whole days, keeps the events of which something holds. */
const keeping =
  (name: string, keep: (time: string, day: string) => boolean, field: 'start_date' | 'end_date'): Fault['create'] =>
  (_, lens: WireView) =>
    interceptOperation(lens, { id: 'events.list' }, async (asked, next) => {
      const bound = asked.query.get(name);
      if (!bound || isStrict(asked)) return next(asked.request);
      const listing = { lens, asked, next };
      const found = await wholeList(listing, asked.request);
      const isKept = (event: JsonObject): boolean => keep(wallClock(lens.field('events', event, field)), dayOf(bound));
      return respondWith(listing, found.filter(isKept));
    });

/** A day ends with the first second of its last minute. */
const lastMinuteLost: Fault = {
  id: 'events.list.starts_before-last-minute-lost',
  clause: 'event.list.starts_before',
  neighbours: ['event.list.strict_dates'],
  statement: 'Without strict dates starts_before ends at 23:59:00 of the day.',
  create: keeping('starts_before', (start, day) => start <= atTime(day, '23:59:00'), 'start_date'),
};

/** A day ends before its last second. */
const lastSecondLost: Fault = {
  id: 'events.list.end_date-last-second-lost',
  clause: 'event.list.end_date',
  neighbours: ['event.list.strict_dates'],
  statement: 'A list by end_date lacks the events that end at 23:59:59 of the day.',
  create: keeping('end_date', (end) => !end.endsWith(LAST_SECOND), 'end_date'),
};

/** Bounds that are off by a second where one day becomes another. */
export const dayEdges: readonly Fault[] = [midnightIsDay, lastSecondRounded, lastMinuteLost, lastSecondLost];
