import { canSee } from '../access.js';
import { eventShelfKey } from '../store/event-index.js';
import type { Range } from '../store/range.js';
import { type StoredEvent, statusOf } from '../store/record.js';
import { type Selection, estimate, selectFromAll } from '../store/select.js';
import { getEvent } from '../store/store.js';
import { type Timeline, compareSpans } from '../store/timeline.js';
import { type EventFilter, readFilters } from './event-filters.js';
import { readRange } from './event-range.js';
import { type ListRequest, pageBounds } from './listing.js';

/** One page of events, by start, then id. The filter with the fewest events in the window leads, the others check. */
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
