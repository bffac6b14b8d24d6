import { createHash } from 'node:crypto';
import { toBytes } from '../http/reply.js';
import type { Store } from '../store/store.js';
import type { StoredRecord } from '../store/stored-record.js';

/** A record's representation as octets. */
export interface Row {
  readonly bytes: Buffer;
  /** A strong entity tag (RFC 9110 section 8.8.3). */
  etag(): string;
}

/** Keeps representations between requests. */
export interface RowCache {
  /** The row of a record, from the cache while nothing that it shows has changed. */
  get(record: StoredRecord, origin: string, build: () => unknown): Row;
}

/** A row is fresh while the record is still the same one and nothing that it embeds has changed. */
interface Entry {
  readonly row: Row;
  readonly origin: string;
  readonly record: StoredRecord;
  readonly changedAt: number;
}

/** So many rows are kept, the least recently used go first: a bound on memory, not on what is served. */
const KEPT_ROWS = 4096;

/** Makes the row of a representation; its tag is a hash of its octets, computed when it is asked for. */
export function toRow(value: unknown): Row {
  const bytes = toBytes(value);
  let etag: string | undefined;
  return {
    bytes,
    etag: () => (etag ??= `"${createHash('sha1').update(bytes).digest('base64url')}"`),
  };
}

/** Creates an empty cache of the records in a store. */
export function createRowCache(store: Store): RowCache {
  const entries = new Map<number, Entry>();
  const keep = (id: number, entry: Entry): Row => {
    entries.delete(id);
    entries.set(id, entry);
    for (const oldest of entries.keys()) {
      if (entries.size <= KEPT_ROWS) break;
      entries.delete(oldest);
    }
    return entry.row;
  };
  return {
    get(record, origin, build) {
      const changedAt = lastChange(record, store);
      const found = entries.get(record.id);
      const isFresh = found?.record === record && found.changedAt === changedAt && found.origin === origin;
      return keep(record.id, isFresh ? found : { row: toRow(build()), origin, record, changedAt });
    },
  };
}

/** The latest change of what a row shows besides its record: what an event embeds, the count of a term. */
function lastChange(record: StoredRecord, store: Store): number {
  if (record.collection !== 'events') return store.changedAt(record.id);
  const { categories, tags, venue, organizer } = record.links;
  let latest = 0;
  for (const ids of [categories, tags, venue, organizer]) {
    for (const id of ids) latest = Math.max(latest, store.changedAt(id));
  }
  return latest;
}
