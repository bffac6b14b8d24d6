import type { Collection } from '../contract/field.js';
import type { Addressing } from '../contract/operation.js';
import { requireChange, requireVisible } from './access.js';
import { isUnchanged, requirePrecondition } from './conditions.js';
import { decode } from './parameters.js';
import { requirePassword } from './passwords.js';
import { create, remove, update } from './records.js';
import { notFound } from './refusal.js';
import { type View, restUrl, rowOf } from './resources/represent.js';
import type { Reply } from './respond.js';
import type { Call, Site } from './site.js';
import type { StoredRecord } from './store/record.js';

/** How a request points at a record; the key is still percent-encoded. */
export interface ItemAddress {
  readonly collection: Collection;
  readonly by: Addressing;
  readonly key: string;
}

/** 201 with the representation and its address. */
export function createItem(collection: Collection, site: Site, call: Call): Reply {
  const record = create(collection, site, call);
  const view = viewOf(site, call);
  return { status: 201, body: rowOf(record, view).bytes, headers: { Location: restUrl(view, collection, record.id) } };
}

/** 200 with the representation, or 304 when the client has it. */
export function readItem(address: ItemAddress, site: Site, call: Call): Reply {
  const record = find(address, site, call);
  const row = rowOf(record, viewOf(site, call));
  const headers = { ETag: row.etag() };
  return isUnchanged(call.headers, row.etag) ? { status: 304, headers } : { status: 200, body: row.bytes, headers };
}

/** 200 with the representation after the change; POST, PUT and PATCH all merge. */
export function updateItem(address: ItemAddress, site: Site, call: Call): Reply {
  const record = findToChange(address, site, call);
  const view = viewOf(site, call);
  requirePrecondition(call.headers, () => rowOf(record, view).etag());
  return { status: 200, body: rowOf(update(record, site, call), view).bytes };
}

/** 200 with the last representation. */
export function deleteItem(address: ItemAddress, site: Site, call: Call): Reply {
  const record = findToChange(address, site, call);
  const row = rowOf(record, viewOf(site, call));
  requirePrecondition(call.headers, row.etag);
  remove(record, site);
  return { status: 200, body: row.bytes };
}

const viewOf = (site: Site, { origin, viewer }: Call): View => ({ site, origin, viewer });

/** The same for whoever may change it; that comes before any precondition (RFC 9110 section 13.2.1). */
function findToChange(address: ItemAddress, site: Site, call: Call): StoredRecord {
  const record = find(address, site, call);
  requireChange(call.viewer, record);
  return record;
}

/** The record that is asked for; 404, 401 or 403 where there is none for this viewer. */
function find({ collection, by, key }: ItemAddress, { store }: Site, call: Call): StoredRecord {
  const id = by === 'id' ? Number(key) : store.slugs.find(collection, call.language, decode(key));
  const record = id === undefined ? undefined : store.get(id);
  if (record?.collection !== collection) throw notFound(`There is no such record in ${collection}.`);
  requireVisible(call.viewer, record);
  requirePassword(record, by, call.parameters.get('password') ?? call.body.get('password'));
  return record;
}
