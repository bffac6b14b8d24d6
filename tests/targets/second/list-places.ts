import type { Call } from './call.js';
import { spanOf } from './date-filters.js';
import { type Kind, relationTo } from './kinds.js';
import { statuses } from './parsers.js';
import { booleanIn, textIn, wordIn } from './query.js';
import { idsOf, type Row } from './row.js';
import { isFound } from './search.js';
import { namedIn, select } from './selection.js';
import { eventsOf, live, statusOf } from './site.js';

/** The venues or organizers that a query selects, the newest first. Events of any status count. */
export function listPlaces(call: Call, kind: Kind): readonly Row[] {
  const { site, query, language } = call;
  const search = textIn(query, 'search');
  const status = wordIn(query, 'status', statuses);
  const event = namedIn(call, 'event', 'events');
  const hasEvents = booleanIn(query, 'has_events');
  const isUpcomingOnly = booleanIn(query, 'only_with_upcoming') ?? false;
  const linked = event && idsOf(event.fields, relationTo(kind) ?? '');
  const isUpcoming = (row: Row): boolean => spanOf(site, row).start > site.now();
  return select(live(site, kind), [
    search === undefined ? undefined : (row) => isFound(row, search, language),
    status === undefined ? undefined : (row) => statusOf(site, row) === status,
    linked && (({ id }) => linked.includes(id)),
    hasEvents === undefined ? undefined : (row) => eventsOf(site, row).length > 0 === hasEvents,
    isUpcomingOnly ? (row) => eventsOf(site, row).some(isUpcoming) : undefined,
  ]).toReversed();
}
