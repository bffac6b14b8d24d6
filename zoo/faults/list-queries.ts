import type { Collection } from '../../contract/field.js';
import { collections } from '../../contract/resources.js';
import { valuesOf, withParameter } from '../edit-request.js';
import type { Fault } from '../fault.js';
import { filtersSent, withoutAll } from '../filters-sent.js';
import { interceptOperation } from '../on.js';
import { idsOf, wholeList } from '../whole-list.js';

const inEvery = (rule: string): readonly string[] => collections.map((collection) => `${collection}.list.${rule}`);

/** A page is cut out of all records first, and what the filters leave out is taken away from it then. */
const filteredAfterPaging: Fault = {
  id: 'events.list.filtered-after-paging',
  clause: 'event.list.per_page',
  neighbours: [...inEvery('page'), ...inEvery('per_page'), ...inEvery('algebra.page-size'), ...inEvery('totals')],
  statement: 'Filters take away from each page of a list after it was cut out of the list without them.',
  create: (_, lens) =>
    interceptOperation(lens, { kind: 'list' }, async (asked, next) => {
      const filters = filtersSent(asked);
      if (filters.length === 0) return next(asked.request);
      const listing = { lens, asked, next };
      const found = await wholeList(listing, asked.request);
      const wanted = idsOf(listing, found);
      const page = await next(withoutAll(asked.request, filters));
      const left = lens.editItems(asked.collection, page, (items) =>
        items.filter((item) => wanted.has(lens.id(asked.collection, item))),
      );
      return lens.editTotal(left, () => found.length);
    }),
};

/** What begins a query anew when it is met, and so forgets what was met before. */
const beginners: Readonly<Record<Collection, readonly string[]>> = {
  events: ['starts_after'],
  venues: ['event', 'search'],
  organizers: ['event', 'search'],
  categories: ['hide_empty'],
  tags: ['hide_empty'],
};

/** A query is built up parameter by parameter, and one of them begins anew. */
const earlierForgotten: Fault = {
  id: 'events.list.earlier-parameters-forgotten',
  clause: 'event.list.starts_after',
  neighbours: inEvery('algebra.parameter-order'),
  statement: 'What stands in a query before starts_after, event, search or hide_empty is forgotten when that is read.',
  create: (_, lens) =>
    interceptOperation(lens, { kind: 'list' }, ({ request, query, collection }, next) => {
      const names = [...query.keys()].map((name) => name.replace(/\[.*$/, ''));
      const begun = names.findLastIndex((name) => beginners[collection].includes(name));
      const before = names.slice(0, Math.max(0, begun));
      return next(
        withoutAll(
          request,
          before.filter((name) => !/^(page|per_page)$/.test(name)),
        ),
      );
    }),
};

/** Of several slugs one is looked up. */
const firstSlugOnly: Fault = {
  id: 'events.list.terms-first-slug-only',
  clause: 'event.list.tags',
  neighbours: ['event.list.categories'],
  statement: 'Of several slugs of categories or tags the first alone is looked for, though of ids all are.',
  create: (_, lens) =>
    interceptOperation(lens, { id: 'events.list' }, ({ request, query }, next) =>
      next(
        ['categories', 'tags'].reduce((edited, name) => {
          const [first = '', ...others] = valuesOf(query, name);
          return others.length > 0 && /[a-z]/i.test(first) ? withParameter(edited, name, first) : edited;
        }, request),
      ),
    ),
};

/** A name that is repeated has its last value. */
const lastRepetitionWins: Fault = {
  id: 'events.list.organizer-last-repetition-wins',
  clause: 'event.list.organizer',
  statement: 'organizer takes all ids when they are separated by commas, but only the last when its name is repeated.',
  create: (_, lens) =>
    interceptOperation(lens, { id: 'events.list' }, ({ request, query }, next) => {
      const values = query.getAll('organizer');
      return next(values.length > 1 ? withParameter(request, 'organizer', values.at(-1) ?? '') : request);
    }),
};

/** Queries of lists that are taken apart or put to use wrongly. */
export const listQueries: readonly Fault[] = [filteredAfterPaging, earlierForgotten, firstSlugOnly, lastRepetitionWins];
