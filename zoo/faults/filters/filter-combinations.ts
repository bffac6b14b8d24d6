import { idsIn } from '../../../adapter/reading/agreement.js';
import { type Collection, collections } from '../../../contract/resources.js';
import type { JsonObject } from '../../../wire/json.js';
import type { Fault } from '../../fault.js';
import { interceptLists, interceptOperation, interceptOperations } from '../../intercept/intercept-operation.js';
import { filtersSent, withoutAll } from '../../intercept/list-selection.js';
import { countLinks, eventsOf, idsOf, joined, respondWith, wholeList } from '../../intercept/list-walk.js';
import type { CallContext } from '../../intercept/record-lookup.js';
import { valuesOf, withParameter } from '../../intercept/request-edit.js';
import { misreading, terms } from '../../list-fault.js';

const everyAlgebra = collections
  .filter((collection) => collection !== 'organizers')
  .map((collection) => `${collection}.list.algebra.`);

/** The lists that each of some filters gives by itself, as one. */
async function eitherOf(listing: CallContext, names: readonly string[]): Promise<readonly JsonObject[]> {
  const { request } = listing.call;
  const lists: (readonly JsonObject[])[] = [];
  for (const name of names) {
    const others = names.filter((one) => one !== name);
    lists.push(await wholeList(listing, withoutAll(request, others)));
  }
  return joined(listing, ...lists);
}

/** The conditions of a query are put together by the wrong word. */
const allByOr: Fault = {
  id: 'venues.list.filters-joined-by-or',
  clause: 'venue.list.event',
  neighbours: [...everyAlgebra, ...collections.map((collection) => `${collection}.list.combined`)],
  statement: 'A list with several filters returns what any of them selects, in every collection.',
  create: (_, view) =>
    interceptOperation(view, { kind: 'list' }, async (call, next) => {
      const names = filtersSent(call);
      const listing = { view, call, next };
      return names.length < 2 ? next(call.request) : respondWith(listing, await eitherOf(listing, names));
    }),
};

/** Two relations that are looked up in one table are joined by OR; beside other filters each holds. */
const pairByOr = (one: 'categories' | 'venue', other: 'tags' | 'organizer'): Fault => ({
  id: `events.list.${one}-or-${other}`,
  clause: `event.list.${one}`,
  neighbours: [`event.list.${other}`],
  statement: `A list by ${one} and ${other} holds the events that either of them selects.`,
  create: (_, view) =>
    interceptOperation(view, { id: 'events.list' }, async (call, next) => {
      const names = filtersSent(call);
      const listing = { view, call, next };
      const isPair = names.includes(one) && names.includes(other);
      return isPair ? respondWith(listing, await eitherOf(listing, [one, other])) : next(call.request);
    }),
});

/** `a AND title LIKE x OR description LIKE x`: no brackets around the OR. */
const orWithoutBrackets: Fault = {
  id: 'events.list.search-or-unbracketed',
  clause: 'event.list.search',
  neighbours: ['venue.list.search', 'events.list.algebra.', 'venues.list.algebra.'],
  statement: 'A search finds a record with the string in its description, whatever the other filters exclude.',
  create: (_, view) =>
    interceptOperations(view, [{ id: 'events.list' }, { id: 'venues.list' }], async (call, next) => {
      const [wanted] = valuesOf(call.query, 'search');
      const others = filtersSent(call).filter((name) => name !== 'search');
      if (wanted === undefined || others.length === 0) return next(call.request);
      const listing = { view, call, next };
      const found = await wholeList(listing, withoutAll(call.request, others));
      const described = found.filter((record) =>
        view.text(call.collection, record, 'description').toLowerCase().includes(wanted.toLowerCase()),
      );
      return respondWith(listing, joined(listing, await wholeList(listing, call.request), described));
    }),
};

/** Rows of a join are counted, and those that come up twice are taken for duplicates and dropped. */
const bothLost: Fault = {
  id: 'events.list.categories-both-lost',
  clause: 'event.list.categories',
  statement: 'A list by categories lacks the events with two of them.',
  create: (_, view) =>
    interceptOperation(view, { id: 'events.list' }, async (call, next) => {
      const wanted = valuesOf(call.query, 'categories');
      if (wanted.length < 2) return next(call.request);
      const listing = { view, call, next };
      const found = await wholeList(listing, call.request);
      const matches = (record: JsonObject): number =>
        idsIn(view.field('events', record, 'categories')).filter((id) => wanted.includes(id)).length;
      return respondWith(
        listing,
        found.filter((record) => matches(record) < 2),
      );
    }),
};

/** Of several terms to include the first alone is looked for. */
const includeFirstOnly: Fault = {
  id: 'tags.list.include-first-only',
  clause: 'tag.list.include',
  neighbours: ['category.list.include', 'categories.list.algebra.', 'tags.list.algebra.'],
  statement: 'Of several ids of terms to include, only the first counts.',
  create: (_, view) =>
    interceptOperations(view, [{ id: 'categories.list' }, { id: 'tags.list' }], ({ request, query }, next) => {
      const [first, ...others] = valuesOf(query, 'include');
      return next(first !== undefined && others.length > 0 ? withParameter(request, 'include', first) : request);
    }),
};

/** Filters, and values of one filter, that are put together wrongly. */
export const joinedFilters: readonly Fault[] = [
  allByOr,
  pairByOr('categories', 'tags'),
  pairByOr('venue', 'organizer'),
  orWithoutBrackets,
  bothLost,
  includeFirstOnly,
];

const inEvery = (rule: string): readonly string[] => collections.map((collection) => `${collection}.list.${rule}`);

/** Where pages of one size are compared with those of another. */
const pageSizes = inEvery('algebra.page-size');

/** Some filters of some lists are applied to each page, after it was cut. */
const afterPaging =
  (among: readonly Collection[], isLate: (name: string) => boolean): Fault['create'] =>
  (_, view) =>
    interceptLists(view, among, async (call, next) => {
      const filters = filtersSent(call).filter(isLate);
      if (filters.length === 0) return next(call.request);
      const listing = { view, call, next };
      const found = await wholeList(listing, call.request);
      const wanted = idsOf(listing, found);
      const page = await next(withoutAll(call.request, filters));
      const left = view.editItems(call.collection, page, (items) =>
        items.filter((item) => wanted.has(view.id(call.collection, item))),
      );
      return view.editTotal(left, () => found.length);
    });

/** A page is cut out of all records first, and what the filters leave out is taken away from it then. */
const filteredAfterPaging: Fault = {
  id: 'events.list.filtered-after-paging',
  clause: 'event.list.per_page',
  neighbours: [...inEvery('page'), ...inEvery('per_page'), ...pageSizes, ...inEvery('totals')],
  statement: 'Filters apply to each page after the unfiltered list was paged.',
  create: afterPaging(collections, () => true),
};

/** One of the filters is no part of the query that is cut into pages. */
const lateFilters: readonly Fault[] = [
  {
    id: 'organizers.list.has_events-after-paging',
    clause: 'organizer.list.has_events',
    neighbours: ['coherence.pages', 'organizer.list.search'],
    statement: 'has_events of organizers applies to each page after the list was paged without it.',
    create: afterPaging(['organizers'], (name) => name === 'has_events'),
  },
  {
    id: 'terms.list.exclude-after-paging',
    clause: 'category.list.exclude',
    neighbours: ['coherence.pages', 'tag.list.search', 'category.list.search'],
    statement: 'exclude of categories and tags applies to each page after the list was paged without it.',
    create: afterPaging(terms, (name) => name === 'exclude'),
  },
];

/** A join counts the rows of a page before they become records. */
const rowsOfJoin: Fault = {
  id: 'venues.list.has_events-rows-paged',
  clause: 'venue.list.per_page',
  neighbours: [...inEvery('page'), ...inEvery('per_page'), ...pageSizes],
  statement: 'In a list of venues by has_events, a venue takes as many places of a page as it has events.',
  create: (_, view) =>
    interceptOperation(view, { id: 'venues.list' }, async (call, next) => {
      if (!/^(1|true)$/.test(call.query.get('has_events') ?? '')) return next(call.request);
      const listing = { view, call, next };
      const venues = await wholeList(listing, call.request);
      const counts = countLinks(listing, await eventsOf(listing, ['publish']), 'venue');
      const rows = venues.flatMap((venue) =>
        Array.from({ length: Math.max(1, counts.get(view.id('venues', venue)) ?? 1) }, () => venue),
      );
      const paged = await respondWith(listing, rows);
      const once = view.editItems('venues', paged, (items) => [...new Set(items)]);
      return view.editTotal(once, () => venues.length);
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
  neighbours: inEvery('combined'),
  statement: 'Parameters before starts_after, event, search or hide_empty in a query are ignored.',
  create: misreading(collections, ({ request, query, collection }) => {
    const names = [...query.keys()].map((name) => name.replace(/\[.*$/, ''));
    const begun = names.findLastIndex((name) => beginners[collection].includes(name));
    const before = names.slice(0, Math.max(0, begun));
    return withoutAll(
      request,
      before.filter((name) => !/^(page|per_page)$/.test(name)),
    );
  }),
};

/** Of several slugs one is looked up. */
const firstSlugOnly: Fault = {
  id: 'events.list.terms-first-slug-only',
  clause: 'event.list.tags',
  neighbours: ['event.list.categories'],
  statement: 'Of several slugs of categories or tags, only the first counts; of ids, all do.',
  create: misreading(['events'], ({ request, query }) =>
    ['categories', 'tags'].reduce((edited, name) => {
      const [first = '', ...others] = valuesOf(query, name);
      return others.length > 0 && /[a-z]/i.test(first) ? withParameter(edited, name, first) : edited;
    }, request),
  ),
};

/** One value that is no number makes slugs of all. */
const idsBesideSlugsLost: Fault = {
  id: 'events.list.ids-beside-slugs-lost',
  clause: 'event.list.categories',
  neighbours: ['event.list.tags'],
  statement: 'Of categories or tags given by ids and slugs together, only the slugs count.',
  create: misreading(['events'], ({ request, query }) =>
    ['categories', 'tags'].reduce((edited, name) => {
      const values = valuesOf(query, name);
      const slugs = values.filter((value) => /[a-z]/i.test(value));
      return slugs.length > 0 ? withParameter(edited, name, slugs.join()) : edited;
    }, request),
  ),
};

/** A name that is repeated has its last value. */
const lastRepetitionWins: Fault = {
  id: 'events.list.organizer-last-repetition-wins',
  clause: 'event.list.organizer',
  statement: 'organizer accepts comma-separated ids, but only the last of repeated parameters counts.',
  create: misreading(['events'], ({ request, query }) => {
    const values = query.getAll('organizer');
    return values.length > 1 ? withParameter(request, 'organizer', values.at(-1) ?? '') : request;
  }),
};

/** The clause of one date is put outside of the brackets. */
const endsBesideInclude: Fault = {
  id: 'events.list.ends_after-beside-include',
  clause: 'event.list.include.lifts-dates',
  statement: 'A list of events by include leaves out those that ends_after leaves out.',
  create: (_, view) =>
    interceptOperation(view, { id: 'events.list' }, async ({ request, query }, next) => {
      const outcome = await next(request);
      const after = query.get('ends_after');
      if (after === null || !query.has('include')) return outcome;
      return view.editItems('events', outcome, (items) =>
        items.filter((item) => view.text('events', item, 'end_date') >= after),
      );
    }),
};

/** Queries of lists that are taken apart or put to use wrongly. */
export const listQueries: readonly Fault[] = [
  filteredAfterPaging,
  ...lateFilters,
  rowsOfJoin,
  earlierForgotten,
  firstSlugOnly,
  idsBesideSlugsLost,
  lastRepetitionWins,
  endsBesideInclude,
];
