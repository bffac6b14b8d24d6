import { idsIn } from '../../../adapter/reading/agreement.js';
import { listClauseId } from '../../../contract/clauses/resource-clauses.js';
import { type Collection, collections } from '../../../contract/resources.js';
import { isGranted } from '../../../wire/status.js';
import { type Fault, listClausesOf } from '../../fault.js';
import {
  inEach,
  interceptLists,
  interceptOperation,
  interceptOperations,
  inTurn,
} from '../../intercept/intercept-operation.js';
import { wholeList } from '../../intercept/list-walk.js';
import { withoutParameter } from '../../intercept/request-edit.js';
import { editJson, editPageCount, editTotal, mapTexts, totalIn } from '../../intercept/response-edit.js';
import type { WireView } from '../../intercept/wire-view.js';
import { PAGES } from '../../list-fault.js';

/** The query that counts was written once, before the filter was there. */
const countedWithout = (collection: Collection, parameter: string): Fault => ({
  id: `${collection}.list.total-without-${parameter}`,
  clause: 'coherence.pages',
  neighbours: [listClauseId(collection, 'search')],
  statement: `The total of a list of ${collection} counts as if there were no ${parameter}.`,
  create: (_, view) =>
    interceptOperation(view, { kind: 'list', collection }, async ({ request, query }, next) => {
      const outcome = await next(request);
      if (!query.has(parameter)) return outcome;
      const all = totalIn(await next(withoutParameter(request, parameter)));
      return view.editTotal(outcome, (total) => all ?? total);
    }),
});

/** Where nothing is found, the count of what was found is false, and that of the table is taken. */
const emptyCountsAll: Fault = {
  id: 'lists.empty-total-of-all',
  clause: 'coherence.pages',
  statement: 'The total of an empty list is that of all records.',
  create: (_, view) =>
    interceptLists(view, collections, async ({ request, collection, query }, next) => {
      const outcome = await next(request);
      if (!isGranted(outcome) || totalIn(outcome) !== 0) return outcome;
      const all = totalIn(await next([...query.keys()].reduce(withoutParameter, request)));
      return view.editTotal(outcome, (total) =>
        view.items(collection, outcome).length === 0 ? (all ?? total) : total,
      );
    }),
};

/** Totals that a filter forgets. */
export const filteredTotals: readonly Fault[] = [
  emptyCountsAll,
  countedWithout('events', 'search'),
  countedWithout('events', 'featured'),
  countedWithout('categories', 'exclude'),
  countedWithout('venues', 'status'),
];

const COUNTED = ['events', 'venues', 'organizers'] as const;
const SHOWN = ['categories', 'tags'] as const;

/** The count is kept apart from what it counts, and a DELETE forgets it. */
const deletedCounted: Fault = {
  id: 'lists.total-keeps-deleted',
  clause: 'coherence.pages',
  statement: 'The total of events, venues and organizers still counts deleted ones.',
  create(_, view) {
    const deleted = new Map<string, number>();
    return inTurn(
      interceptOperations(view, inEach(COUNTED, { kind: 'delete' }), async ({ request, collection }, next) => {
        const outcome = await next(request);
        if (isGranted(outcome)) deleted.set(collection, (deleted.get(collection) ?? 0) + 1);
        return outcome;
      }),
      interceptOperations(view, inEach(COUNTED, { kind: 'list' }), async ({ request, collection }, next) =>
        editTotal(await next(request), (total) => total + (deleted.get(collection) ?? 0)),
      ),
    );
  },
};

/** An update files the record anew and leaves the old entry in the index. */
const updatedTwice: Fault = {
  id: 'lists.updated-twice',
  clause: 'coherence.pages',
  neighbours: ['coherence.kept-write'],
  statement: 'A category or tag is listed twice after a PATCH.',
  create(_, view) {
    const updated = new Set<string>();
    const [categories, tags] = SHOWN.map((collection) =>
      inTurn(
        interceptOperation(view, { kind: 'update', method: 'PATCH', collection }, ({ request, address }, next) => {
          updated.add(address);
          return next(request);
        }),
        interceptOperation(view, { kind: 'list', collection }, async ({ request }, next) =>
          view.editItems(collection, await next(request), (items) =>
            items.flatMap((item) => (updated.has(view.id(collection, item)) ? [item, item] : [item])),
          ),
        ),
      ),
    );
    return categories && tags ? inTurn(categories, tags) : (request, next) => next(request);
  },
};

/** Lists that come out of order by writes. */
export const recount: readonly Fault[] = [deletedCounted, updatedTwice];

/** The total counts one record too many, as soon as a filter is used. */
const totalTooHigh: Fault = {
  id: 'events.list.total-too-high',
  clause: PAGES,
  neighbours: ['event.list', 'event.list.page'],
  statement: 'The total of a list of events is one too high.',
  create: (_, view) =>
    interceptOperation(view, { id: 'events.list' }, async ({ request }, next) =>
      view.editTotal(await next(request), (total) => total + 1),
    ),
};

/** Divided and rounded down, and one more: right unless the last page is full. */
const pageTooMany: Fault = {
  id: 'organizers.list.page-too-many',
  clause: PAGES,
  statement: 'Where the last page of a list of organizers is full, one page too many is counted.',
  create: (_, view) =>
    interceptOperation(view, { id: 'organizers.list' }, async ({ request, query }, next) => {
      const outcome = await next(request);
      const [total, size] = [totalIn(outcome) ?? 0, Number(query.get('per_page') ?? 10)];
      return editPageCount(outcome, (pages) => (total > 0 && total % size === 0 ? pages + 1 : pages));
    }),
};

/** The link to the next page forgets a filter. */
const linkForgets: Fault = {
  id: 'events.list.next-link-forgets-filter',
  clause: PAGES,
  neighbours: ['event.list.page'],
  statement: 'The link to the next page of events lacks the filters.',
  create: (_, view) =>
    interceptOperation(view, { id: 'events.list' }, async ({ request }, next) =>
      editJson(await next(request), (body) =>
        mapTexts(body, (text, name) => (/next/.test(name) ? withoutFilters(text) : text)),
      ),
    ),
};

const withoutFilters = (url: string): string =>
  ['starts_after', 'ends_before'].reduce(
    (link, name) => withoutParameter({ method: 'GET', target: link, headers: [] }, name).target,
    url,
  );

/** How many pages there are is worked out anew from the total and the size of a page. */
const countingPages =
  (count: (total: number, size: number) => number): Fault['create'] =>
  (_, view: WireView) =>
    interceptLists(view, collections, async ({ request, query }, next) => {
      const outcome = await next(request);
      const total = totalIn(outcome);
      const size = Number(query.get('per_page') ?? DEFAULT_SIZE);
      return total === undefined ? outcome : editPageCount(outcome, () => count(total, size));
    });

const DEFAULT_SIZE = 10;

const pagesRoundedDown: Fault = {
  id: 'lists.pages-rounded-down',
  clause: PAGES,
  neighbours: [...listClausesOf(collections, 'page'), ...listClausesOf(collections, 'per_page')],
  statement: 'The page count of a list omits a last page that is not full.',
  create: countingPages((total, size) => Math.floor(total / size)),
};

const pageAfterFull: Fault = {
  id: 'lists.pages-one-after-full',
  clause: PAGES,
  neighbours: [...listClausesOf(collections, 'page'), ...listClausesOf(collections, 'per_page')],
  statement: 'The page count of a list is one too high where the last page is full.',
  create: countingPages((total, size) => Math.floor(total / size) + 1),
};

/** Events are counted in a table that is joined with those of their terms. */
const countedByTerm: Fault = {
  id: 'events.list.total-by-term',
  clause: PAGES,
  neighbours: ['event.list.categories', 'event.list.tags'],
  statement: 'The total of a list of events by categories counts an event once for each matching category.',
  create: (_, view) =>
    interceptOperation(view, { id: 'events.list' }, async (call, next) => {
      const outcome = await next(call.request);
      const wanted = (call.query.get('categories') ?? '').split(',');
      if (wanted.length < 2) return outcome;
      const events = await wholeList({ view, call, next }, call.request);
      const links = events.flatMap((event) => idsIn(view.field('events', event, 'categories')));
      return view.editTotal(outcome, () => links.filter((id) => wanted.includes(id)).length);
    }),
};

/** Wrong totals and page counts of lists. */
export const totals: readonly Fault[] = [
  totalTooHigh,
  pageTooMany,
  linkForgets,
  pagesRoundedDown,
  pageAfterFull,
  countedByTerm,
];
