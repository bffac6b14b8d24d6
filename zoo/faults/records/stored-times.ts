import { addSeconds, isWallClock } from '../../../target/world/wall-clock.js';
import type { Fault } from '../../fault.js';
import { type Column, toFault } from './column.js';

const HOUR = 3600;

const timeColumns: readonly Column[] = [
  {
    id: 'events.create.start-hour-early',
    fields: { events: ['start_date'] },
    statement: 'A create reads the start of an event on another clock, an hour early.',
    stores: (text) => (isWallClock(text) ? addSeconds(text, -HOUR) : text),
  },
  {
    id: 'events.create.end-second-early',
    fields: { events: ['end_date'] },
    statement: 'A create stores the last second of an event instead of its end.',
    stores: (text) => (isWallClock(text) ? addSeconds(text, -1) : text),
  },
  {
    id: 'records.create.date-without-time',
    fields: { events: ['date'], venues: ['date'], organizers: ['date'] },
    statement: 'A create stores the day of a publication date alone.',
    stores: (text) => text.replace(/ .*/, ' 00:00:00'),
  },
  {
    id: 'records.create.date_utc-as-local',
    fields: { events: ['date_utc'], venues: ['date_utc'], organizers: ['date_utc'] },
    statement: 'A create reads a publication date in UTC on the clock of an office an hour to the east.',
    stores: (text) => (isWallClock(text) ? addSeconds(text, -HOUR) : text),
  },
];

/** Creates that store another time than the one that was sent. */
export const storedTimes: readonly Fault[] = timeColumns.map(toFault);
