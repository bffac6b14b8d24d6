import { listClauseId } from '../../../contract/clauses/resource-clauses.js';
import type { ParameterOf } from '../../../contract/queries.js';
import { type Collection, collections } from '../../../contract/resources.js';
import type { Send } from '../../../wire/exchange.js';
import { type Fault, listClausesOf } from '../../fault.js';
import { interceptLists, interceptOperation } from '../../intercept/intercept-operation.js';
import type { OperationCall } from '../../intercept/operation-call.js';
import { withoutParameter, withParameter } from '../../intercept/request-edit.js';
import { totalIn } from '../../intercept/response-edit.js';
import type { WireView } from '../../intercept/wire-view.js';
import { exceptEvents, misreading, PAGES, places, terms } from '../../list-fault.js';

/** The second page begins where the third should. */
const pageSkipped: Fault = {
  id: 'venues.list.page-off-by-one',
  clause: 'venue.list.page',
  neighbours: [PAGES],
  statement: 'A request for any page of venues after the first returns the next one.',
  create: misreading(['venues'], ({ request, query }) => {
    const page = Number(query.get('page') ?? 1);
    return page > 1 ? withParameter(request, 'page', String(page + 1)) : request;
  }),
};

/** A page begins with the last record of the page before it. */
const lastRepeated: Fault = {
  id: 'organizers.list.page-overlaps',
  clause: 'organizer.list.page',
  neighbours: [PAGES],
  statement: 'Each page of organizers begins with the last organizer of the page before.',
  create: (_, view) =>
    interceptOperation(view, { id: 'organizers.list' }, async ({ request, query }, next) => {
      const page = Number(query.get('page') ?? 1);
      const outcome = await next(request);
      if (page < 2) return outcome;
      const previous = view.items('organizers', await next(withParameter(request, 'page', String(page - 1))));
      return view.editItems('organizers', outcome, (items) => [...previous.slice(-1), ...items.slice(0, -1)]);
    }),
};

/** A full page lacks its last record, though the total counts it. */
const lastLost: Fault = {
  id: 'tags.list.last-of-page-lost',
  clause: 'tag.list.page',
  neighbours: [PAGES, 'tag.list.per_page'],
  statement: 'A full page of tags lacks its last tag.',
  create: (_, view) =>
    interceptOperation(view, { id: 'tags.list' }, async ({ request, query }, next) => {
      const full = Number(query.get('per_page') ?? 10);
      const outcome = await next(request);
      return view.editItems('tags', outcome, (items) => (items.length === full ? items.slice(0, -1) : items));
    }),
};

/** Filters that other tables are joined for. */
const joining = ['has_events', 'venue', 'organizer', 'categories', 'tags', 'post', 'event'];

/** The limit is set where nothing is joined, and forgotten where something is. */
const unpagedBeside: Fault = {
  id: 'lists.unpaged-beside-relations',
  clause: 'venue.list.per_page',
  neighbours: [PAGES, ...listClausesOf(collections, 'page'), ...listClausesOf(collections, 'per_page')],
  statement:
    'Without per_page, every page of events, venues or categories filtered by what they are linked to holds all of them.',
  create: misreading(['events', 'venues', 'categories'], ({ request, query }) =>
    joining.some((name) => query.has(name)) && !query.has('per_page')
      ? withParameter(withoutParameter(request, 'page'), 'per_page', '50')
      : request,
  ),
};

const elevenByDefault = (collection: Collection): Fault => ({
  id: `${collection}.list.per_page-default-11`,
  clause: collection === 'events' ? 'event.list.per_page' : 'category.list.per_page',
  statement: `Without per_page, a page of ${collection} holds eleven records.`,
  create: misreading([collection], ({ request, query }) =>
    query.has('per_page') ? request : withParameter(request, 'per_page', '11'),
  ),
});

/** A search is served by another part, with a page size of its own. */
const twentyBesideSearch: Fault = {
  id: 'tags.list.per_page-default-20-beside-search',
  clause: 'tag.list.per_page',
  neighbours: ['organizer.list.per_page'],
  statement: 'Without per_page, a page of organizers or tags found by a search holds twenty records.',
  create: misreading(['organizers', 'tags'], ({ request, query }) =>
    query.has('search') && !query.has('per_page') ? withParameter(request, 'per_page', '20') : request,
  ),
};

/** The size of a page has two defaults: one where pages are cut, one where they are counted off. */
const twelveLater: Fault = {
  id: 'tags.list.per_page-default-12-later',
  clause: 'tag.list.per_page',
  neighbours: [PAGES, 'tag.list.page'],
  statement: 'Without per_page, the pages of tags after the first are counted off by twelve records.',
  create: misreading(['tags'], ({ request, query }) =>
    query.has('per_page') || (query.get('page') ?? '1') === '1' ? request : withParameter(request, 'per_page', '12'),
  ),
};

/** What is named is looked up one by one, past all that makes pages. */
const includeUnpaged: Fault = {
  id: 'events.list.include-unpaged',
  clause: 'event.list.per_page',
  neighbours: ['event.list.include', 'event.list.page', PAGES],
  statement: 'A list of events with include returns all of them on every page.',
  create: misreading(['events'], ({ request, query }) => {
    if (!query.has('include')) return request;
    return withParameter(withParameter(request, 'per_page', '50'), 'page', '1');
  }),
};

const isLater = ({ query }: OperationCall, page: number): boolean => Number(query.get('page') ?? 1) > page;

/** The number of a page is capped where its size should be. */
const secondForAll: Fault = {
  id: 'lists.later-pages-repeat',
  clause: 'event.list.page',
  neighbours: [PAGES, ...listClausesOf(['events', ...places], 'per_page'), ...listClausesOf(places, 'page')],
  statement: 'Every page of events, venues and organizers after the second repeats the second.',
  create: misreading(['events', ...places], (call) =>
    isLater(call, 2) ? withParameter(call.request, 'page', '2') : call.request,
  ),
};

/** Only the query of the first page uses all parameters. */
const forgottenOnLaterPages = (
  collections: readonly Collection[],
  parameter: ParameterOf,
  statement: string,
): Fault => ({
  id: `lists.later-pages-forget-${parameter}`,
  clause: listClauseId(collections[0] ?? 'events', parameter),
  neighbours: [
    PAGES,
    ...(['per_page', 'page', parameter] as const).flatMap((name) => listClausesOf(collections, name)),
  ],
  statement,
  create: misreading(collections, (call) =>
    isLater(call, 1) ? withoutParameter(call.request, parameter) : call.request,
  ),
});

/** The list of all languages is cut into pages, and the first of them is selected by its language. */
const languageForgotten: Fault = {
  id: 'organizers.list.later-pages-forget-language',
  clause: 'language.parameter',
  neighbours: [PAGES],
  statement: 'From the second page on, a list of organizers or venues shows the records of all languages.',
  create: (_, view) =>
    interceptLists(view, places, (call, next) =>
      next(isLater(call, 1) ? withoutParameter(call.request, view.languageParameter) : call.request),
    ),
};

/** Lists that are cut into pages wrongly. */
export const paging: readonly Fault[] = [
  secondForAll,
  forgottenOnLaterPages(
    [...places, ...terms],
    'search',
    'From the second page on, a list of venues, organizers or terms ignores search.',
  ),
  forgottenOnLaterPages(terms, 'exclude', 'From the second page on, a list of terms ignores exclude.'),
  pageSkipped,
  lastRepeated,
  lastLost,
  includeUnpaged,
  unpagedBeside,
  elevenByDefault('events'),
  elevenByDefault('categories'),
  twentyBesideSearch,
  twelveLater,
  languageForgotten,
];

const small = ['organizers', ...terms] as const;

const FEW = 2;

/** Whoever filters nothing is shown the front page. */
const onlyAFew: Fault = {
  id: 'lists.unfiltered-few',
  clause: 'venue.list',
  neighbours: ['organizer.list', 'category.list', 'tag.list'],
  statement: 'A list of venues, organizers or terms without a filter ends after the second record.',
  create: (_, view) =>
    interceptLists(view, exceptEvents, async ({ request, query, collection }, next) => {
      const outcome = await next(request);
      if ([...query.keys()].some((name) => !/^(page|per_page)$/.test(name))) return outcome;
      const rest = query.get('page') === '1' || !query.has('page') ? FEW : 0;
      return view.editItems(collection, outcome, (items) => items.slice(0, rest));
    }),
};

/** Where no page is named, the offset is counted from one. */
const firstSkipped: Fault = {
  id: 'lists.page-default-skips-first',
  clause: 'event.list.page',
  neighbours: [PAGES, ...listClausesOf(collections, 'page')],
  statement: 'A list without page lacks its first record; with page=1 it has it.',
  create: (_, view) =>
    interceptLists(view, collections, async ({ request, query, collection }, next) => {
      const outcome = await next(request);
      return query.has('page') ? outcome : view.editItems(collection, outcome, (items) => items.slice(1));
    }),
};

const followingOf = (view: WireView, { request, query, collection }: OperationCall, next: Send) =>
  next(withParameter(request, 'page', String(Number(query.get('page') ?? 1) + 1))).then((outcome) =>
    view.items(collection, outcome),
  );

/** The end of a slice is taken as part of it. */
const oneTooMany: Fault = {
  id: 'lists.per_page-one-too-many',
  clause: 'venue.list.per_page',
  neighbours: [PAGES, ...listClausesOf(collections, 'per_page'), ...listClausesOf(collections, 'page')],
  statement: 'A page that is not the last also contains the first record of the next one.',
  create: (_, view) =>
    interceptLists(view, collections, async (call, next) => {
      const outcome = await next(call.request);
      const following = await followingOf(view, call, next);
      return view.editItems(call.collection, outcome, (items) => [...items, ...following.slice(0, 1)]);
    }),
};

/** How many there are is counted without looking at what is asked for. */
const totalOfAll: Fault = {
  id: 'lists.total-of-all',
  clause: PAGES,
  statement: 'The total of a list of organizers, categories or tags ignores the filters.',
  create: (_, view) =>
    interceptLists(view, small, async ({ request }, next) => {
      const outcome = await next(request);
      const unfiltered = ['search', 'event', 'post', 'include', 'hide_empty'].reduce(withoutParameter, request);
      const all = totalIn(await next(unfiltered));
      return view.editTotal(outcome, (total) => all ?? total);
    }),
};

/** What all lists of a server do wrongly, because they share the code. */
export const sharedLists: readonly Fault[] = [onlyAFew, firstSkipped, oneTooMany, totalOfAll];
