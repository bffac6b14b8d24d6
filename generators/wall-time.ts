/** The seconds of a day. */
export const DAY = 86_400;

/** The seconds from 1970-01-01 00:00:00 to a wall-clock time `YYYY-MM-DD HH:MM:SS`, as if every day had 24 hours. */
export const toSeconds = (wall: string): number => Date.parse(`${wall.slice(0, 10)}T${wall.slice(11)}Z`) / 1000;

/** The wall-clock time `YYYY-MM-DD HH:MM:SS` that many seconds after 1970-01-01 00:00:00. */
export const toWall = (seconds: number): string =>
  new Date(seconds * 1000).toISOString().slice(0, 19).replace('T', ' ');

/** A wall-clock time moved by seconds, back when negative. */
export const shifted = (wall: string, seconds: number): string => toWall(toSeconds(wall) + seconds);
