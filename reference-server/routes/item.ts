import type { IncomingHttpHeaders } from 'node:http';
import type { Addressing } from '../../contract/operations.js';
import { type Collection, resourceOf } from '../../contract/resources.js';
import { decode } from '../http/parameter-values.js';
import { invalid, notFound, Refusal, type Reply } from '../http/reply.js';
import type { Lookups } from '../records/field-checks.js';
import { restUrl, rowOf, type View } from '../records/record-representation.js';
import { changeRecord, createRecord } from '../records/record-writer.js';
import { conflicts, type Validated, validateFields } from '../records/validation.js';
import { authorFor, requireChange, requireCreate, requirePassword, requireVisible } from '../site/access-control.js';
import type { Call, Site } from '../site/site.js';
import { detach } from '../store/store.js';
import type { StoredRecord } from '../store/stored-record.js';

/** Whether one of the tags of a condition names this representation; weak comparison unless stated (RFC 9110 8.8.3.2). */
function matches(condition: string, etag: string, strong: boolean): boolean {
  if (condition.trim() === '*') return true;
  const tags = condition.match(/(?:W\/)?"[^"]*"/g) ?? [];
  return tags.some((tag) => tag === etag || (!strong && tag === `W/${etag}`));
}

/** Whether a read can be answered with 304 (RFC 9110 section 13.1.2). */
const isUnchanged = (headers: IncomingHttpHeaders, etag: () => string): boolean =>
  headers['if-none-match'] !== undefined && matches(headers['if-none-match'], etag(), false);

/** Refuses with 412 a write with a precondition that the record does not meet (RFC 9110 sections 13.1.1 and 13.1.2). */
function requirePrecondition(headers: IncomingHttpHeaders, etag: () => string): void {
  const { 'if-match': wanted, 'if-none-match': unwanted } = headers;
  const holds =
    (wanted === undefined || matches(wanted, etag(), true)) &&
    (unwanted === undefined || !matches(unwanted, etag(), false));
  if (!holds)
    throw new Refusal(412, { code: 'precondition_failed', message: 'The record is not as the request demands.' });
}

/** What the checks of a body find in a site: its time zones and its records. */
const lookupsOf = ({ store, clock }: Site): Lookups => ({
  isZone: clock.zones.isZone,
  exists: (collection, id) => store.get(id)?.collection === collection,
});

/** Creates a record from a request's body; 400 that names every bad field, and then nothing is created. */
function create(collection: Collection, site: Site, call: Call): StoredRecord {
  requireCreate(call.viewer);
  const sent = validate(collection, undefined, site, call);
  const birth = { collection, id: site.store.takeId(), language: call.language };
  const record = createRecord(birth, withAuthor(sent, collection, call), site);
  site.store.put(record);
  return record;
}

/** Changes what the body names, for whoever may change the record; 400 that names every bad field, and then nothing is changed. */
function update(old: StoredRecord, site: Site, call: Call): StoredRecord {
  const sent = validate(old.collection, old, site, call);
  const record = changeRecord(old, 'author' in sent.values ? withAuthor(sent, old.collection, call) : sent, site);
  site.store.put(record);
  return record;
}

/** Removes a record for good, and from all that refers to it. */
function remove(record: StoredRecord, { store }: Site): void {
  detach(record, store);
  store.remove(record);
}

function validate(collection: Collection, old: StoredRecord | undefined, site: Site, call: Call): Validated {
  const lookups = lookupsOf(site);
  const sent = validateFields(resourceOf(collection), call.body, { creating: !old, lookups });
  const problems = { ...sent.problems, ...conflicts(sent.values, old, site.store) };
  if (Object.keys(problems).length > 0) throw invalid(problems);
  return sent;
}

function withAuthor(sent: Validated, collection: Collection, { viewer }: Call): Validated {
  if (!('author' in resourceOf(collection).fields)) return sent;
  return { ...sent, values: { ...sent.values, author: authorFor(viewer, sent.values['author'] ?? null) } };
}

/** How a request points at a record; the key is still percent-encoded. */
interface ItemAddress {
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
