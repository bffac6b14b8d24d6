import { eventTimes } from '../records/event-times.js';
import { canSee } from '../site/access-control.js';
import type { Site } from '../site/site.js';
import type { Present } from '../store/indexes.js';
import type { Relation, StoredRecord } from '../store/stored-record.js';
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

/** No two wall clocks are further apart. */
const APART = 48 * 3_600_000;

function upcomingTest({ store, clock }: Site, relation: Relation): Test {
  const { zone, zones } = clock;
  const now = clock.now();
  const { utc } = clock.both(now);
  const present: Present = {
    earliest: zones.toWall(now - APART, zone),
    latest: zones.toWall(now + APART, zone),
    isUpcoming: (event) => eventTimes(event, clock).utc_end_date >= utc,
  };
  return ({ id }) => store.events.hasUpcoming(relation, id, present);
}

function readTests(collection: VenueOrOrganizer, request: ListRequest): readonly Test[] {
  const { site, viewer, query } = request;
  const { events } = site.store;
  const relation = relationOf[collection];
  const search = query.text('search') ?? '';
  const event = query.number('event');
  const linked = event === undefined ? undefined : linkedIds(request, event, relation);
  const fields = searchedFields[collection];
  const tests: readonly (Test | false | undefined)[] = [
    (query.text('status') ?? 'publish') !== 'publish' && ((record) => canSee(viewer, record)),
    linked && (({ id }) => linked.has(id)),
    query.flag('has_events') && (({ id }) => events.countPublished(relation, id) > 0),
    query.flag('only_with_upcoming') && upcomingTest(site, relation),
    search !== '' &&
      (({ values }) =>
        containsText(
          search,
          fields.map((name) => values[name]),
        )),
  ];
  return tests.filter((test) => typeof test === 'function');
}
