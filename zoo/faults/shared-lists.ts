import { collections } from '../../contract/resources.js';
import type { Send } from '../../harness/exchange.js';
import { listClausesOf } from '../about-fields.js';
import type { OperationCall } from '../asked.js';
import { withoutParameter, withParameter } from '../edit-request.js';
import type { Fault } from '../fault.js';
import { totalIn } from '../edit-total.js';
import type { WireView } from '../wire-lens.js';
import { interceptLists } from './over-lists.js';

const PAGES_CLAUSE = 'coherence.pages';
const termCollections = ['categories', 'tags'] as const;
const small = ['organizers', ...termCollections] as const;

const others = ['venues', 'organizers', ...termCollections] as const;

const FEW = 2;

/** Whoever filters nothing is shown the front page. */
const onlyAFew: Fault = {
  id: 'lists.unfiltered-few',
  clause: 'venue.list',
  neighbours: ['organizer.list', 'category.list', 'tag.list'],
  statement: 'A list of venues, organizers or terms without a filter ends after the second record.',
  create: (_, lens) =>
    interceptLists(lens, others, async ({ request, query, collection }, next) => {
      const outcome = await next(request);
      if ([...query.keys()].some((name) => !/^(page|per_page)$/.test(name))) return outcome;
      const rest = query.get('page') === '1' || !query.has('page') ? FEW : 0;
      return lens.editItems(collection, outcome, (items) => items.slice(0, rest));
    }),
};

/** Where no page is named, the offset is counted from one. */
const firstSkipped: Fault = {
  id: 'lists.page-default-skips-first',
  clause: 'event.list.page',
  neighbours: [PAGES_CLAUSE, ...listClausesOf(collections, 'page')],
  statement: 'A list without page lacks its first record; with page=1 it has it.',
  create: (_, lens) =>
    interceptLists(lens, collections, async ({ request, query, collection }, next) => {
      const outcome = await next(request);
      return query.has('page') ? outcome : lens.editItems(collection, outcome, (items) => items.slice(1));
    }),
};

const followingOf = (lens: WireView, { request, query, collection }: OperationCall, next: Send) =>
  next(withParameter(request, 'page', String(Number(query.get('page') ?? 1) + 1))).then((outcome) =>
    lens.items(collection, outcome),
  );

/** The end of a slice is taken as part of it. */
const oneTooMany: Fault = {
  id: 'lists.per_page-one-too-many',
  clause: 'venue.list.per_page',
  neighbours: [PAGES_CLAUSE, ...listClausesOf(collections, 'per_page'), ...listClausesOf(collections, 'page')],
  statement: 'A page that is not the last also holds the first record of the next one.',
  create: (_, lens) =>
    interceptLists(lens, collections, async (asked, next) => {
      const outcome = await next(asked.request);
      const following = await followingOf(lens, asked, next);
      return lens.editItems(asked.collection, outcome, (items) => [...items, ...following.slice(0, 1)]);
    }),
};

/** How many there are is counted without looking at what is asked for. */
const totalOfAll: Fault = {
  id: 'lists.total-of-all',
  clause: PAGES_CLAUSE,
  statement: 'The total of a list of organizers, categories or tags counts all that there are, whatever the filters.',
  create: (_, lens) =>
    interceptLists(lens, small, async ({ request }, next) => {
      const outcome = await next(request);
      const unfiltered = ['search', 'event', 'post', 'include', 'hide_empty'].reduce(withoutParameter, request);
      const all = totalIn(await next(unfiltered));
      return lens.editTotal(outcome, (total) => all ?? total);
    }),
};

/** What all lists of a server do wrongly, because they share the code. */
export const sharedLists: readonly Fault[] = [onlyAFew, firstSkipped, oneTooMany, totalOfAll];
