import type { Collection } from '../contract/field.js';
import { resourceOf } from '../contract/resources.js';
import { authorFor, requireCreate } from './access.js';
import type { Lookups } from './checks.js';
import { changeRecord, createRecord } from './record-writer.js';
import { invalid } from './refusal.js';
import { conflicts } from './conflicts.js';
import type { Call, Site } from './site.js';
import { detach } from './store/detach.js';
import type { StoredRecord } from './store/record.js';
import { type Validated, validateFields } from './validate.js';

/** What the checks of a body look up in a site: its time zones and its records. */
export const lookupsOf = ({ store, clock }: Site): Lookups => ({
  isZone: clock.zones.isZone,
  exists: (collection, id) => store.get(id)?.collection === collection,
});

/** Creates a record from a request's body; 400 that names every bad field, and then nothing is created. */
export function create(collection: Collection, site: Site, call: Call): StoredRecord {
  requireCreate(call.viewer);
  const sent = validate(collection, undefined, site, call);
  const birth = { collection, id: site.store.takeId(), language: call.language };
  const record = createRecord(birth, withAuthor(sent, collection, call), site);
  site.store.put(record);
  return record;
}

/** Changes what the body names, for whoever may change the record; 400 that names every bad field, and then nothing is changed. */
export function update(old: StoredRecord, site: Site, call: Call): StoredRecord {
  const sent = validate(old.collection, old, site, call);
  const record = changeRecord(old, 'author' in sent.values ? withAuthor(sent, old.collection, call) : sent, site);
  site.store.put(record);
  return record;
}

/** Removes a record for good, and from all that refers to it. */
export function remove(record: StoredRecord, { store }: Site): void {
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
