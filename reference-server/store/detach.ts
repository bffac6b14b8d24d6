import { languages } from '../../contract/queries.js';
import type { Relation, StoredRecord } from './record.js';
import type { Store } from './store.js';

/** Takes a record that is about to go out of all that refers to it: events unlink it, its children get no parent. */
export function detach(record: StoredRecord, store: Store): void {
  const relation = relationTo(record);
  if (!relation) return;
  for (const event of store.events.linkedTo(relation, record.id)) {
    const left = event.links[relation].filter((id) => id !== record.id);
    store.put({ ...event, links: { ...event.links, [relation]: left } });
  }
  for (const child of record.collection === 'categories' ? childrenOf(record, store) : []) {
    store.put({ ...child, values: { ...child.values, parent: null } });
  }
}

function relationTo({ collection }: StoredRecord): Relation | undefined {
  if (collection === 'venues') return 'venue';
  if (collection === 'organizers') return 'organizer';
  return collection === 'events' ? undefined : collection;
}

function childrenOf({ id }: StoredRecord, store: Store): readonly StoredRecord[] {
  const categories = languages.flatMap((language) => store.ids('categories', language, 'publish'));
  const records = categories.map((category) => store.get(category)).filter((one) => one !== undefined);
  return records.filter(({ values }) => values['parent'] === id);
}
