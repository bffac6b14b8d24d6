import type { Language } from '../../contract/queries.js';
import { type Collection, type Resource, resourceOf, resources } from '../../contract/resources.js';
import { parseUtc } from '../site/date-text.js';
import type { Clock } from '../site/site-clock.js';
import { toSlug } from '../store/slug-index.js';
import type { Store } from '../store/store.js';
import type { Coordinates, EventProvision, Links, StoredRecord, Value, Values } from '../store/stored-record.js';
import { unsetValue } from './field-checks.js';
import type { Validated } from './validation.js';

/** A record to be: what it has besides its fields. */
export interface NewRecord {
  readonly collection: Collection;
  readonly id: number;
  readonly language: Language;
  readonly provision?: EventProvision;
  readonly coordinates?: Coordinates;
}

interface WriteContext {
  readonly store: Store;
  readonly clock: Clock;
}

/** Makes the record of valid fields. Does not store it. */
export function createRecord(birth: NewRecord, sent: Validated, around: WriteContext): StoredRecord {
  const { collection, id, language } = birth;
  const now = around.clock.now();
  const values = withValues(blanks[collection], sent, around.clock);
  const wanted = sent.slug ?? slugFrom(collection, values);
  const slug = around.store.slugs.free(collection, language, wanted);
  const common = { id, language, slug, values, createdAt: now, modifiedAt: now };
  if (collection === 'venues') return { ...common, collection, coordinates: birth.coordinates };
  if (collection !== 'events') return { ...common, collection };
  const { start, end } = spanOf(values);
  const links = { ...noLinks, ...sent.links };
  const { provision } = birth;
  // Written out: V8 gives each object that is spread and then extended a shape of its own, which weighs 400 octets.
  return { id, language, slug, values, createdAt: now, modifiedAt: now, collection, start, end, links, provision };
}

/** Lays valid fields over a record. Fields that were not sent stay. Does not store it. */
export function changeRecord(old: StoredRecord, sent: Validated, { store, clock }: WriteContext): StoredRecord {
  const values = withValues(old.values, sent, clock);
  const wanted = sent.slug === null ? slugFrom(old.collection, values) : (sent.slug ?? old.slug);
  const slug = store.slugs.free(old.collection, old.language, wanted, old.slug);
  const changed = { values, slug, modifiedAt: clock.now() };
  return old.collection === 'events'
    ? { ...old, ...changed, ...spanOf(values), links: { ...old.links, ...sent.links } }
    : { ...old, ...changed };
}

const withValues = (basis: Values, sent: Validated, clock: Clock): Values => ({
  ...basis,
  ...sent.values,
  ...publication(sent.values, clock),
});

const noLinks: Links = { categories: [], tags: [], venue: [], organizer: [] };

const spanOf = (values: Values): { start: string; end: string } => ({
  start: String(values['start_date']),
  end: String(values['end_date']),
});

function slugFrom(collection: Collection, values: Values): string {
  const { label, singular } = resourceOf(collection);
  return toSlug(String(values[label]), singular);
}

/** The publication date on the site's clock and in UTC: each follows from the other, and the local one wins. */
function publication({ date, date_utc: utc }: Values, { zone, zones }: Clock): Values {
  if (typeof date === 'string') return { date, date_utc: zones.toUtc(date, zone) };
  if (typeof utc === 'string') return { date: zones.toWall(parseUtc(utc), zone), date_utc: utc };
  return date === null || utc === null ? { date: null, date_utc: null } : {};
}

/** Every scalar field of a resource, unset. */
function blankOf({ fields }: Resource): Values {
  const scalars = Object.entries(fields).filter(([name, { type }]) => type !== 'integers' && name !== 'slug');
  const blank = Object.fromEntries(scalars.map(([name, field]) => [name, unsetValue(name, field)]));
  // V8 keeps what it parsed as a compact object, which all records then share the shape of; built up key by key it
  // would be a hash table, several times as large.
  return JSON.parse(JSON.stringify(blank)) as Record<string, Value>;
}

const blanks: Readonly<Record<Collection, Values>> = {
  events: blankOf(resources.events),
  venues: blankOf(resources.venues),
  organizers: blankOf(resources.organizers),
  categories: blankOf(resources.categories),
  tags: blankOf(resources.tags),
};
