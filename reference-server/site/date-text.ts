/**
 * Dates are kept and compared as text, `YYYY-MM-DD HH:MM:SS`: in this format the order of the text is the order of
 * time.
 */
const DATE_TIME = /^(\d{4}-\d{2}-\d{2})(?:[ T](\d{2}:\d{2}(?::\d{2})?))?$/;

/** The text of a date or date-time as `YYYY-MM-DD HH:MM:SS`, midnight when no time is given; undefined if impossible. */
export function parseDateTime(text: string): string | undefined {
  const [, day, time = '00:00:00'] = DATE_TIME.exec(text) ?? [];
  if (!day || day < '1000') return undefined;
  const full = `${day} ${time.length === 5 ? `${time}:00` : time}`;
  const instant = Date.parse(`${full.replace(' ', 'T')}Z`);
  // Date.parse lets 30 February run over into March: only a date that comes back unchanged exists.
  if (Number.isNaN(instant) || formatUtc(instant) !== full) return undefined;
  // The text as sent rather than an equal one pasted together, which V8 keeps in pieces.
  return text === full ? text : full;
}

/** An instant (milliseconds since 1970) as UTC text. */
export function formatUtc(instant: number): string {
  const iso = new Date(instant).toISOString();
  return `${iso.slice(0, iso.indexOf('T')).replace('+0', '')} ${iso.slice(-13, -5)}`;
}

/** UTC text as an instant. */
export const parseUtc = (text: string): number => Date.parse(`${text.replace(' ', 'T')}Z`);

const dayOf = (dateTime: string): string => dateTime.slice(0, 10);

/** The first second of a day. */
export const startOfDay = (dateTime: string): string => `${dayOf(dateTime)} 00:00:00`;

/** A bound that sorts after every second of the day and before the next one. */
export const afterDay = (dateTime: string): string => `${dayOf(dateTime)} 24`;

/** A bound that sorts right after this second. */
export const afterSecond = (dateTime: string): string => `${dateTime}+`;

/** The same day some months later; a day that the month lacks becomes its last one. */
export function addMonths(dateTime: string, months: number): string {
  const [year = 0, month = 1, day = 1] = dayOf(dateTime).split('-').map(Number);
  const lastDay = new Date(Date.UTC(year, month + months, 0)).getUTCDate();
  const moved = Date.UTC(year, month - 1 + months, Math.min(day, lastDay));
  return `${dayOf(formatUtc(moved))}${dateTime.slice(10)}`;
}
