import { type Collection, resourceOf } from '../../contract/resources.js';
import { canSee, type Viewer } from '../site/access-control.js';
import { type Row, toRow } from '../site/row-cache.js';
import type { Site } from '../site/site.js';
import type { Relation, StoredEvent, StoredRecord, StoredVenue } from '../store/stored-record.js';
import { eventTimes } from './event-times.js';

const shown = new Set([
  'id',
  'rest_url',
  'title',
  'status',
  'all_day',
  'timezone',
  'start_date',
  'end_date',
  'utc_start_date',
  'utc_end_date',
  'date',
  'date_utc',
  'modified',
  'modified_utc',
]);

/** What a list shows of a protected event: title, dates and ids; all else is null (gap.access.password). */
function redact(event: StoredEvent, full: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  const scalars = Object.entries(full).map(([name, value]) => [name, shown.has(name) ? value : null] as const);
  const links = Object.entries(event.links).map(([name, ids]) => [name, ids.map((id) => ({ id }))] as const);
  return Object.fromEntries([...scalars, ...links]);
}

/** For whom and from where records are shown. */
export interface View {
  readonly site: Site;
  readonly origin: string;
  readonly viewer: Viewer;
}

/** A JSON object, by the names of its fields. */
type Representation = Readonly<Record<string, unknown>>;

/** The representation of a record in any collection (`gap.representation`). */
function represent(record: StoredRecord, view: View): Representation {
  if (record.collection === 'events') return { ...common(record, view), ...eventParts(record, view) };
  if (record.collection === 'venues') return { ...common(record, view), ...positionOf(record) };
  const { events } = view.site.store;
  const counted = record.collection === 'categories' || record.collection === 'tags' ? record.collection : undefined;
  return { ...common(record, view), ...(counted && { count: events.countPublished(counted, record.id) }) };
}

/** What only a venue has that is located. */
const positionOf = ({ coordinates }: StoredVenue): Representation =>
  coordinates ? { geo_lat: coordinates.latitude, geo_lng: coordinates.longitude } : {};

/** The row of a record. What not everyone may see in it keeps it out of the cache. */
export function rowOf(record: StoredRecord, view: View): Row {
  const build = (): Representation => represent(record, view);
  return isCacheable(record, view) ? view.site.rows.get(record, view.origin, build) : toRow(build());
}

/** What a list shows of a protected event: title, dates and ids. */
export function listRowOf(record: StoredRecord, view: View): Row {
  if (record.collection !== 'events' || record.provision?.password === undefined) return rowOf(record, view);
  return toRow(redact(record, represent(record, view)));
}

/** Where a record is found, whatever its language. */
export function restUrl({ site, origin }: Omit<View, 'viewer'>, collection: Collection, id: number): string {
  return `${origin}${site.basePath}/${site.namespace}/${collection}/${id}`;
}

function common(record: StoredRecord, view: View): Representation {
  const { id, slug, values, collection, createdAt, modifiedAt } = record;
  const created = view.site.clock.both(createdAt);
  const modified = view.site.clock.both(modifiedAt);
  return {
    id,
    ...values,
    slug,
    url: `${view.origin}/${resourceOf(collection).singular}/${encodeURIComponent(slug)}`,
    rest_url: restUrl(view, collection, id),
    date: values['date'] ?? created.wall,
    date_utc: values['date_utc'] ?? created.utc,
    modified: modified.wall,
    modified_utc: modified.utc,
  };
}

function eventParts(event: StoredEvent, view: View): Representation {
  return {
    ...eventTimes(event, view.site.clock),
    categories: embed(event, 'categories', view),
    tags: embed(event, 'tags', view),
    venue: embed(event, 'venue', view),
    organizer: embed(event, 'organizer', view),
  };
}

/** A linked record that the viewer may not see is shown by its id only. */
function embed(event: StoredEvent, relation: Relation, view: View): readonly Representation[] {
  const linked = event.links[relation].map((id) => view.site.store.get(id)).filter((record) => record !== undefined);
  return linked.map((record) => (canSee(view.viewer, record) ? represent(record, view) : { id: record.id }));
}

function isCacheable(record: StoredRecord, { site, viewer }: View): boolean {
  if (record.collection !== 'events' || viewer.role === 'open') return true;
  const linked = [...record.links.venue, ...record.links.organizer].map((id) => site.store.get(id));
  return linked.every((one) => !one || canSee({ role: 'anonymous' }, one));
}
