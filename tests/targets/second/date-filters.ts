import type { Query } from './call.js';
import { booleanIn, timeIn } from './query.js';
import { type Row, textOf } from './row.js';
import type { Site } from './site.js';
import { toInstant, toWall, type Wall } from './zones.js';

/** When an event is, as instants in ms since the epoch. */
export function spanOf(site: Site, { fields }: Row): { readonly start: number; readonly end: number } {
  const zone = textOf(fields, 'timezone') || site.zone;
  const at = (field: string): number => toInstant(textOf(fields, field), zone);
  return { start: at('start_date'), end: at('end_date') };
}

type Side = 'after' | 'before';

/** Each filter: which end of the event it bounds, on which side, and whether its own day is inside. */
const filters = [
  { name: 'start_date', end: 'start', side: 'after', isDayInside: true },
  { name: 'end_date', end: 'end', side: 'before', isDayInside: true },
  { name: 'starts_after', end: 'start', side: 'after', isDayInside: false },
  { name: 'starts_before', end: 'start', side: 'before', isDayInside: false },
  { name: 'ends_after', end: 'end', side: 'after', isDayInside: false },
  { name: 'ends_before', end: 'end', side: 'before', isDayInside: false },
] as const satisfies readonly { name: string; end: 'start' | 'end'; side: Side; isDayInside: boolean }[];

const isOn = (side: Side, time: Wall, bound: Wall): boolean => (side === 'after' ? time >= bound : time <= bound);

/** The predicate of the date filters of a query. The defaults of `start_date` and `end_date` are now and in two years. */
export function dateFilter(site: Site, query: Query): (row: Row) => boolean {
  const isStrict = booleanIn(query, 'strict_dates') ?? false;
  const wall = (instant: number): Wall => toWall(instant, site.comparedIn);
  const tests = filters.flatMap(({ name, end, side, isDayInside }) => {
    const given = timeIn(query, name);
    if (given === undefined) return [];
    return [
      (span: ReturnType<typeof spanOf>): boolean => {
        const time = wall(span[end]);
        if (isStrict) return isOn(side, time, given);
        const [day, bound] = [time.slice(0, 10), given.slice(0, 10)];
        return isOn(side, day, bound) && (isDayInside || day !== bound);
      },
    ];
  });
  const isInWindow = windowOf(site, query);
  return (row) => {
    const span = spanOf(site, row);
    return isInWindow(span) && tests.every((test) => test(span));
  };
}

const TWO_YEARS_MS = 2 * 365 * 86_400_000;

/** `start_date` and `end_date` each replace their own default; the other filters come on top. */
function windowOf(site: Site, query: Query): (span: { start: number; end: number }) => boolean {
  const now = site.now();
  const [isFrom, isTo] = [!query.has('start_date'), !query.has('end_date')];
  return ({ start, end }) => (!isFrom || start >= now) && (!isTo || end <= now + TWO_YEARS_MS);
}
