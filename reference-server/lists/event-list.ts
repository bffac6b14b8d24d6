import { canSee } from '../site/access-control.js';
import { addMonths, afterDay, afterSecond, startOfDay } from '../site/date-text.js';
import type { Clock } from '../site/site-clock.js';
import { eventShelfKey } from '../store/indexes.js';
import { getEvent } from '../store/store.js';
import { statusOf, type StoredEvent } from '../store/stored-record.js';
import {
  allTime,
  estimate,
  intersect,
  type Range,
  selectFromAll,
  type Selection,
} from '../store/timeline-selection.js';
import { compareSpans, type Timeline } from '../store/timeline.js';
import { type EventFilter, readFilters } from './event-filters.js';
import type { ListQuery } from './list-query.js';
import { type ListRequest, pageBounds } from './list-request.js';

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
function readRange(query: ListQuery, clock: Clock): Range {
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

/** One page of events, by start, then id. The filter with the fewest events in the window comes first, the others check. */
export function listEvents(request: ListRequest): Selection<StoredEvent> {
  const status = request.query.text('status') ?? 'publish';
  const shelf = eventShelfKey(request.language, status);
  const filters = [...readFilters(request, shelf), ...visibility(request, status)];
  const range = readRange(request.query, request.site.clock);
  const included = request.query.ids('include');
  return included ? selectIncluded(request, included, filters) : selectByIndex(request, shelf, filters, range);
}

/** Only what is not published may be hidden from someone. */
function visibility({ viewer }: ListRequest, status: string): readonly EventFilter[] {
  return status === 'publish' ? [] : [{ accepts: (event) => canSee(viewer, event) }];
}

interface Plan {
  readonly timelines: readonly Timeline<StoredEvent>[];
  readonly cost: number;
  readonly filter?: EventFilter;
}

function selectByIndex(
  { site, query }: ListRequest,
  shelf: string,
  filters: readonly EventFilter[],
  range: Range,
): Selection<StoredEvent> {
  const plan = (keys: readonly string[], filter?: EventFilter): Plan => {
    const timelines = keys.map(site.store.events.timeline);
    const cost = timelines.reduce((sum, timeline) => sum + estimate(timeline, range), 0);
    return { timelines, cost, ...(filter && { filter }) };
  };
  const plans = filters.flatMap((filter) => (filter.keys ? [plan(filter.keys, filter)] : []));
  const best = plans.reduce((least, other) => (other.cost < least.cost ? other : least), plan([shelf]));
  const rest = filters.filter((filter) => filter !== best.filter);
  const accepts = rest.length > 0 ? acceptedByAll(rest) : undefined;
  return selectFromAll(best.timelines, { range, accepts, ...pageBounds(query) });
}

function selectIncluded(
  { site, query, language }: ListRequest,
  included: ReadonlySet<number>,
  filters: readonly EventFilter[],
): Selection<StoredEvent> {
  const status = query.text('status') ?? 'publish';
  const accepts = acceptedByAll(filters);
  const rows = [...included]
    .map((id) => getEvent(site.store, id))
    .filter((event) => event !== undefined)
    .filter((event) => event.language === language && statusOf(event) === status && accepts(event))
    .sort(compareSpans);
  const { offset, limit } = pageBounds(query);
  return { rows: rows.slice(offset, offset + limit), total: rows.length };
}

const acceptedByAll =
  (filters: readonly EventFilter[]) =>
  (event: StoredEvent): boolean =>
    filters.every((filter) => filter.accepts(event));
