import type { StoredRecord } from '../store/stored-record.js';
import type { Selection } from '../store/timeline-selection.js';
import { containsText, linkedIds, type ListRequest, pageBounds } from './list-request.js';

type Taxonomy = 'categories' | 'tags';
type Test = (record: StoredRecord) => boolean;
type Key = (record: StoredRecord) => string | number;

/** One page of categories or tags, by `orderby` and `order`, ties by id. */
export function listTerms(collection: Taxonomy, request: ListRequest): Selection<StoredRecord> {
  const { store } = request.site;
  const tests = readTests(collection, request);
  const terms = store
    .ids(collection, request.language, 'publish')
    .map((id) => store.get(id))
    .filter((term) => term !== undefined)
    .filter((term) => tests.every((test) => test(term)))
    .sort(comparison(collection, request));
  const { offset, limit } = pageBounds(request.query);
  return { rows: terms.slice(offset, offset + limit), total: terms.length };
}

function readTests(collection: Taxonomy, request: ListRequest): readonly Test[] {
  const { site, query } = request;
  const search = query.text('search') ?? '';
  const slug = query.text('slug');
  const parent = query.number('parent');
  const [include, exclude] = [query.ids('include'), query.ids('exclude')];
  const tests: readonly (Test | false | undefined)[] = [
    (query.flag('hide_empty') ?? true) && (({ id }) => site.store.events.countPublished(collection, id) > 0),
    include && (({ id }) => include.has(id)),
    exclude && (({ id }) => !exclude.has(id)),
    parent !== undefined && (({ values }) => values['parent'] === parent),
    slug !== undefined && ((term) => term.slug === slug),
    search !== '' && (({ values }) => containsText(search, [values['name'], values['description']])),
    ...['post', 'event'].map((name) => assignedTo(collection, request, query.number(name))),
  ];
  return tests.filter((test) => typeof test === 'function');
}

function assignedTo(collection: Taxonomy, request: ListRequest, event: number | undefined): Test | undefined {
  if (event === undefined) return undefined;
  const ids = linkedIds(request, event, collection);
  return ({ id }) => ids.has(id);
}

function comparison(collection: Taxonomy, { site, query }: ListRequest): (a: StoredRecord, b: StoredRecord) => number {
  const sign = query.text('order')?.startsWith('desc') ? -1 : 1;
  const key = keyOf(query.text('orderby') ?? 'name', (id) => site.store.events.countPublished(collection, id));
  return (a, b) => {
    const [left, right] = [key(a), key(b)];
    return left === right ? a.id - b.id : left < right ? -sign : sign;
  };
}

/** What terms are sorted by; text whatever its case. */
function keyOf(name: string, count: (id: number) => number): Key {
  switch (name) {
    case 'id':
      return ({ id }) => id;
    case 'count':
      return ({ id }) => count(id);
    case 'slug':
      return ({ slug }) => slug;
    case 'parent':
      return ({ values }) => Number(values['parent'] ?? 0);
    default:
      return ({ values }) => String(values[name] ?? '').toLowerCase();
  }
}
