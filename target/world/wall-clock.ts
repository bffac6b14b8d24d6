/** A day as `YYYY-MM-DD` moved by a number of days. */
export const addDays = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10);

/** The wall clock of a day at a time: `YYYY-MM-DD HH:MM:SS`. */
export const atTime = (day: string, time: string): string => `${day} ${time}`;

/** A wall clock moved by a number of seconds. */
export const addSeconds = (clock: string, seconds: number): string =>
  new Date(Date.parse(`${clock.replace(' ', 'T')}Z`) + seconds * 1000).toISOString().slice(0, 19).replace('T', ' ');

/** The day of a wall clock. */
export const dayOf = (clock: string): string => clock.slice(0, 10);
