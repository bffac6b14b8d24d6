import type { Clock } from '../clock.js';
import { addMonths, afterDay, afterSecond, startOfDay } from '../dates.js';
import type { ListQuery } from '../list-query.js';
import { type Range, allTime, intersect } from '../store/range.js';

type Bound = (dateTime: string) => Partial<Range>;

/** What each date parameter demands: whole days, or with `strict_dates` the exact times (readings `list.start-date` to `list.ends-before.strict`). */
const bounds: readonly { readonly name: string; readonly lenient: Bound; readonly strict: Bound }[] = [
  {
    name: 'start_date',
    lenient: (date) => ({ startFrom: startOfDay(date), startBefore: afterDay(date) }),
    strict: (date) => ({ startFrom: date, startBefore: afterDay(date) }),
  },
  {
    name: 'end_date',
    lenient: (date) => ({ endFrom: startOfDay(date), endBefore: afterDay(date) }),
    strict: (date) => ({ endFrom: date, endBefore: afterDay(date) }),
  },
  {
    name: 'starts_after',
    lenient: (date) => ({ startFrom: startOfDay(date) }),
    strict: (date) => ({ startFrom: afterSecond(date) }),
  },
  {
    name: 'starts_before',
    lenient: (date) => ({ startBefore: afterDay(date) }),
    strict: (date) => ({ startBefore: date }),
  },
  {
    name: 'ends_after',
    lenient: (date) => ({ endFrom: startOfDay(date) }),
    strict: (date) => ({ endFrom: afterSecond(date) }),
  },
  {
    name: 'ends_before',
    lenient: (date) => ({ endBefore: afterDay(date) }),
    strict: (date) => ({ endBefore: date }),
  },
];

const DEFAULT_MONTHS = 24;

/** The window of a list of events; without any date parameter it is the default one, with `include` all time. */
export function readRange(query: ListQuery, clock: Clock): Range {
  if (query.ids('include')) return allTime;
  const rule = query.flag('strict_dates') ? 'strict' : 'lenient';
  const demands = bounds.flatMap((bound) => {
    const date = query.text(bound.name);
    return date === undefined ? [] : [bound[rule](date)];
  });
  return (demands.length > 0 ? demands : [defaultWindow(clock)]).reduce(intersect, allTime);
}

function defaultWindow(clock: Clock): Partial<Range> {
  const today = clock.wallNow();
  return { endFrom: startOfDay(today), startBefore: afterDay(addMonths(today, DEFAULT_MONTHS)) };
}
