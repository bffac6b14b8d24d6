import { canSee } from '../site/access-control.js';
import type { StoredRecord } from '../store/stored-record.js';
import type { Selection } from '../store/timeline-selection.js';
import { containsText, linkedIds, type ListRequest, pageBounds } from './list-request.js';

type VenueOrOrganizer = 'venues' | 'organizers';
type Test = (record: StoredRecord) => boolean;

const relationOf = { venues: 'venue', organizers: 'organizer' } as const;

/** The texts that a search covers (gap.query.search-fields). */
const searchedFields: Readonly<Record<VenueOrOrganizer, readonly string[]>> = {
  venues: ['venue', 'description', 'address', 'phone', 'website'],
  organizers: ['organizer', 'description', 'phone', 'website', 'email'],
};

/** One page of venues or organizers, by id. */
export function listVenuesOrOrganizers(collection: VenueOrOrganizer, request: ListRequest): Selection<StoredRecord> {
  const { site, language, query } = request;
  const ids = site.store.ids(collection, language, query.text('status') ?? 'publish');
  const { offset, limit } = pageBounds(query);
  const tests = readTests(collection, request);
  const page = (wanted: readonly number[]): readonly StoredRecord[] =>
    wanted.map((id) => site.store.get(id)).filter((record) => record !== undefined);
  if (tests.length === 0) return { rows: page(ids.slice(offset, offset + limit)), total: ids.length };
  const matching = page(ids).filter((record) => tests.every((test) => test(record)));
  return { rows: matching.slice(offset, offset + limit), total: matching.length };
}

function readTests(collection: VenueOrOrganizer, request: ListRequest): readonly Test[] {
  const { site, viewer, query } = request;
  const { events } = site.store;
  const relation = relationOf[collection];
  const search = query.text('search') ?? '';
  const event = query.number('event');
  const linked = event === undefined ? undefined : linkedIds(request, event, relation);
  const wallNow = site.clock.wallNow();
  const fields = searchedFields[collection];
  const tests: readonly (Test | false | undefined)[] = [
    (query.text('status') ?? 'publish') !== 'publish' && ((record) => canSee(viewer, record)),
    linked && (({ id }) => linked.has(id)),
    query.flag('has_events') && (({ id }) => events.countPublished(relation, id) > 0),
    query.flag('only_with_upcoming') && (({ id }) => events.isUpcoming(relation, id, wallNow)),
    search !== '' &&
      (({ values }) =>
        containsText(
          search,
          fields.map((name) => values[name]),
        )),
  ];
  return tests.filter((test) => typeof test === 'function');
}
