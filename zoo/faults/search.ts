import { collections } from '../../contract/resources.js';
import { listClausesOf } from '../about-fields.js';
import { valuesOf, withParameter } from '../edit-request.js';
import type { Fault } from '../fault.js';
import { interceptOperation } from '../on.js';
import { interceptLists } from './over-lists.js';

/** A per cent sign or an underscore in a search stands for anything, as in SQL's LIKE. */
const wildcards: Fault = {
  id: 'events.list.search-wildcards',
  clause: 'event.list.search',
  statement: 'A search takes % and _ as wildcards instead of as themselves.',
  create: (_, lens) =>
    interceptOperation(lens, { id: 'events.list' }, ({ request, query }, next) => {
      const pieces = (query.get('search') ?? '').split(/[%_]+/);
      const longest = pieces.toSorted((one, other) => other.length - one.length)[0] ?? '';
      return next(pieces.length > 1 ? withParameter(request, 'search', longest) : request);
    }),
};

/** The description of an event is not searched. */
const titlesOnly: Fault = {
  id: 'events.list.search-titles-only',
  clause: 'event.list.search',
  statement: 'A search finds events by their title alone.',
  create: (_, lens) =>
    interceptOperation(lens, { id: 'events.list' }, async ({ request, query }, next) => {
      const [wanted = ''] = valuesOf(query, 'search');
      const outcome = await next(request);
      return lens.editItems('events', outcome, (items) =>
        items.filter((item) => lens.text('events', item, 'title').toLowerCase().includes(wanted.toLowerCase())),
      );
    }),
};

/** The texts are joined before they are searched, and what is joined with NULL is NULL. */
const describedOnly: Fault = {
  id: 'records.list.search-described-only',
  clause: 'event.list.search',
  neighbours: listClausesOf(collections, 'search'),
  statement: 'A search finds no record without a description.',
  create: (_, lens) =>
    interceptLists(lens, collections, async ({ request, query, collection }, next) => {
      const outcome = await next(request);
      if (!query.has('search')) return outcome;
      return lens.editItems(collection, outcome, (items) =>
        items.filter((item) => lens.text(collection, item, 'description') !== ''),
      );
    }),
};

/** A term is found by the beginning of its slug. */
const slugPrefix: Fault = {
  id: 'categories.list.slug-prefix',
  clause: 'category.list.slug',
  statement: 'The slug parameter finds categories whose slug only begins like it.',
  create: (_, lens) =>
    interceptOperation(lens, { id: 'categories.list' }, async (asked, next) => {
      const wanted = asked.query.get('slug');
      if (wanted === null) return next(asked.request);
      const all = await next({ ...asked.request, target: asked.at('/categories?per_page=100&hide_empty=false') });
      return lens.editItems('categories', all, (items) =>
        items.filter((item) => lens.text('categories', item, 'slug').startsWith(wanted)),
      );
    }),
};

/** Searches that find too much or too little. */
export const searchFaults: readonly Fault[] = [wildcards, titlesOnly, describedOnly, slugPrefix];
