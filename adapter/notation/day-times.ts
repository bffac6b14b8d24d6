import { DAY, shifted } from '../../generators/wall-time.js';

/** A day, `YYYY-MM-DD`, moved by a number of days. @throws RangeError for an invalid day */
export const addDays = (day: string, days: number): string => dayOf(shifted(atTime(day, '00:00:00'), days * DAY));

/** The wall-clock time of a day: `YYYY-MM-DD HH:MM:SS`. */
export const atTime = (day: string, time: string): string => `${day} ${time}`;

/** A wall-clock time moved by a number of seconds. */
export const addSeconds = shifted;

/** The day of a wall-clock time. */
export const dayOf = (clock: string): string => clock.slice(0, 10);

/** The first 29 February on or after a day. */
export function nextLeapDay(day: string): string {
  const year = day.slice(0, 4);
  const found = addDays(`${year}-02-28`, 1);
  return found.endsWith('-02-29') && found >= day ? found : nextLeapDay(`${Number(year) + 1}-01-01`);
}

/** Whether a text is a valid wall-clock time: `YYYY-MM-DD HH:MM:SS`. */
export const isWallClock = (text: string): boolean =>
  /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/.test(text) && !Number.isNaN(Date.parse(`${text.replace(' ', 'T')}Z`));
