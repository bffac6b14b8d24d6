import { type Collection, resourceOf } from '../../contract/resources.js';
import type { WorldEvent, WorldFile, WorldRecord, WorldVenue } from '../../contract/world-file.js';
import { DEFAULT_LANGUAGE } from '../http/request-address.js';
import type { Clock } from '../site/site-clock.js';
import type { Store } from '../store/store.js';
import { isRelation } from '../store/stored-record.js';
import { createRecord, type NewRecord } from './record-writer.js';
import { conflicts, validateFields } from './validation.js';

interface WriteContext {
  readonly store: Store;
  readonly clock: Clock;
}

type Entry = readonly [collection: Collection, record: WorldRecord];

/** Fills a store with a world file, by the same rules as a request; throws a sentence that names the bad record. */
export function loadWorld(world: WorldFile, around: WriteContext): void {
  const entries = entriesOf(world);
  const ids = giveIds(entries, around.store);
  const kinds = new Map(entries.map(([collection, { key }]) => [ids.get(key), collection] as const));
  const lookups = {
    isZone: around.clock.zones.isZone,
    exists: (collection: Collection, id: number) => kinds.get(id) === collection,
  };
  for (const [collection, record] of entries) {
    const sent = validateFields(resourceOf(collection), fieldsOf(record, ids), { creating: true, lookups });
    const problems = Object.entries({ ...sent.problems, ...conflicts(sent.values, undefined, around.store) });
    if (problems.length > 0) throw new Error(`World record ${record.key}: ${problems[0]?.join(' ')}.`);
    around.store.put(createRecord(newRecordOf(collection, record, ids), sent, around));
  }
}

/** Events last, as they refer to all others. */
function entriesOf(world: WorldFile): readonly Entry[] {
  const { venues = [], organizers = [], categories = [], tags = [], events = [] } = world;
  const groups = { venues, organizers, categories, tags, events };
  return (['venues', 'organizers', 'categories', 'tags', 'events'] as const).flatMap((collection) =>
    groups[collection].map((record) => [collection, record] as const),
  );
}

/** Wanted ids first, so that none of them is given to another record. */
function giveIds(entries: readonly Entry[], store: Store): ReadonlyMap<string, number> {
  const records = entries.map(([, record]) => record);
  const ordered = [...records.filter(({ id }) => id !== undefined), ...records.filter(({ id }) => id === undefined)];
  const ids = new Map<string, number>();
  const given = new Set<number>();
  for (const { key, id } of ordered) {
    const isBad = id !== undefined && (given.has(id) || !Number.isSafeInteger(id) || id < 1);
    if (isBad || ids.has(key)) throw new Error(`World record ${key}: its key or id is there twice, or is none.`);
    ids.set(key, store.takeId(id));
    given.add(ids.get(key) ?? 0);
  }
  return ids;
}

/** Keys of other records in relations and `parent` become ids; an unknown key stays, and is then refused. */
function fieldsOf(record: WorldRecord, ids: ReadonlyMap<string, number>): ReadonlyMap<string, unknown> {
  const toId = (value: unknown): unknown => (typeof value === 'string' ? (ids.get(value) ?? value) : value);
  return new Map(
    Object.entries(record).map(([name, value]) => {
      if (isRelation(name) && Array.isArray(value)) return [name, value.map(toId)];
      return [name, name === 'parent' ? toId(value) : value];
    }),
  );
}

function newRecordOf(collection: Collection, record: WorldRecord, ids: ReadonlyMap<string, number>): NewRecord {
  const { geo_lat: latitude, geo_lng: longitude }: WorldVenue = record;
  const { password, post_parent: postParent, ticketed }: WorldEvent = record;
  const provision = {
    ...(password !== undefined && { password }),
    ...(postParent !== undefined && { postParent }),
    ...(ticketed !== undefined && { ticketed }),
  };
  return {
    collection,
    id: ids.get(record.key) ?? 0,
    language: record.language ?? DEFAULT_LANGUAGE,
    ...(Object.keys(provision).length > 0 && { provision }),
    ...(latitude !== undefined && longitude !== undefined && { coordinates: { latitude, longitude } }),
  };
}
