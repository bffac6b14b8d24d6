import type { Collection } from '../../contract/field.js';
import type { JsonObject } from '../../harness/json.js';
import { withoutParameter } from '../edit-request.js';
import type { Fault } from '../fault.js';
import { interceptOperation } from '../on.js';
import type { WireView } from '../wire-lens.js';
import { interceptLists } from './over-lists.js';

const terms = ['categories', 'tags'] as const;

/** A newer name for an older parameter is not known everywhere. */
const aliasUnknown: Fault = {
  id: 'terms.list.event-ignored',
  clause: 'category.list.event',
  neighbours: ['tag.list.event'],
  statement: 'A list of terms knows post and ignores event.',
  create: (_, lens) => interceptLists(lens, terms, ({ request }, next) => next(withoutParameter(request, 'event'))),
};

const postIgnored: Fault = {
  id: 'categories.list.post-ignored',
  clause: 'category.list.post',
  neighbours: ['category.list.event'],
  statement: 'A list of categories by an event holds the categories of all events.',
  create: (_, lens) =>
    interceptOperation(lens, { id: 'categories.list' }, ({ request }, next) =>
      next(['post', 'event'].reduce((asked, name) => withoutParameter(asked, name), request)),
    ),
};

const hideEmptyIgnored: Fault = {
  id: 'tags.list.hide_empty-ignored',
  clause: 'tag.list.hide_empty',
  statement: 'A list of tags hides those of no event, whatever hide_empty says.',
  create: (_, lens) =>
    interceptOperation(lens, { id: 'tags.list' }, ({ request }, next) => next(withoutParameter(request, 'hide_empty'))),
};

const orderIgnored: Fault = {
  id: 'categories.list.order-ignored',
  clause: 'category.list.order',
  statement: 'A list of categories is in ascending order, whatever order says.',
  create: (_, lens) =>
    interceptOperation(lens, { id: 'categories.list' }, ({ request }, next) =>
      next(withoutParameter(request, 'order')),
    ),
};

const byLength = (lens: WireView, collection: Collection) => (one: JsonObject, other: JsonObject) =>
  lens.text(collection, one, 'slug').length - lens.text(collection, other, 'slug').length;

/** Slugs are compared by how long they are first, as some collations of databases do. */
const slugsByLength: Fault = {
  id: 'terms.list.orderby-slug-by-length',
  clause: 'category.list.orderby',
  neighbours: ['tag.list.orderby'],
  statement: 'A list of terms ordered by slug has shorter slugs before longer ones.',
  create: (_, lens) =>
    interceptLists(lens, terms, async ({ request, query, collection }, next) => {
      const outcome = await next(request);
      if (query.get('orderby') !== 'slug') return outcome;
      const compare = byLength(lens, collection);
      return lens.editItems(collection, outcome, (items) => items.toSorted(compare));
    }),
};

const countUnknown: Fault = {
  id: 'tags.list.orderby-count-ignored',
  clause: 'tag.list.orderby',
  statement: 'A list of tags ordered by count is ordered by name.',
  create: (_, lens) =>
    interceptOperation(lens, { id: 'tags.list' }, ({ request, query }, next) =>
      next(query.get('orderby') === 'count' ? withoutParameter(request, 'orderby') : request),
    ),
};

/** Lists of terms that hold or order them otherwise than asked. */
export const termFilters: readonly Fault[] = [
  aliasUnknown,
  postIgnored,
  hideEmptyIgnored,
  orderIgnored,
  slugsByLength,
  countUnknown,
];
