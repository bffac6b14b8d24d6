const DAY = 24 * 60 * 60 * 1000;

/** The day of an instant in UTC, as a baseline writes it, or a day some days later. */
export const toDay = (ms: number, later = 0): string => new Date(ms + later * DAY).toISOString().slice(0, 10);
