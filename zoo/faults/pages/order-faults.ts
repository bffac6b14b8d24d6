import type { JsonObject } from '../../../wire/json.js';
import { isGranted } from '../../../wire/status.js';
import type { Fault } from '../../fault.js';
import { inEach, interceptOperation, interceptOperations } from '../../intercept/intercept-operation.js';
import { withoutParameter, withParameter } from '../../intercept/request-edit.js';
import type { WireView } from '../../intercept/wire-view.js';
import { misreading } from '../../list-fault.js';

const byText = (view: WireView, items: readonly JsonObject[]): readonly JsonObject[] =>
  items.toSorted((one, other) => (view.id('tags', one) < view.id('tags', other) ? -1 : 1));

/** Ids are ordered as text: 10 before 9. */
const idsAsText: Fault = {
  id: 'tags.list.orderby-id-as-text',
  clause: 'tag.list.orderby',
  neighbours: ['tag.list.order'],
  statement: 'A list of tags ordered by id has 100 before 99.',
  create: (_, view) =>
    interceptOperation(view, { id: 'tags.list' }, async ({ request, query }, next) => {
      const outcome = await next(request);
      if (query.get('orderby') !== 'id') return outcome;
      const descending = (query.get('order') ?? '').startsWith('desc');
      return view.editItems('tags', outcome, (items) =>
        descending ? byText(view, items).toReversed() : byText(view, items),
      );
    }),
};

/** What can be ordered by was listed, and the id was forgotten. */
const idsByName: Fault = {
  id: 'tags.list.orderby-id-as-name',
  clause: 'tag.list.orderby',
  statement: 'A list of tags with orderby=id is ordered by name.',
  create: misreading(['tags'], ({ request, query }) =>
    query.get('orderby') === 'id' ? withParameter(request, 'orderby', 'name') : request,
  ),
};

/** The order is made by a join with what is counted, and what has nothing to count is not in it. */
const countedAlone: Fault = {
  id: 'terms.list.orderby-count-without-empty',
  clause: 'tag.list.orderby',
  neighbours: ['category.list.orderby', 'tag.list.hide_empty', 'category.list.hide_empty', 'coherence.pages'],
  statement: 'A list of terms ordered by count leaves out those of no event, also with hide_empty=false.',
  create: misreading(['categories', 'tags'], ({ request, query }) =>
    query.get('orderby') === 'count' ? withParameter(request, 'hide_empty', 'true') : request,
  ),
};

const upwards: Readonly<Record<string, string>> = { desc: 'asc', descending: 'ascending' };

/** What the database gives is turned round where it is shown: a page at a time. */
const turnedByPage: Fault = {
  id: 'terms.list.order.page-by-page',
  clause: 'category.list.order',
  neighbours: ['tag.list.order'],
  statement: 'A list of categories or tags in descending order reverses each page of the ascending list.',
  create: (_, view) =>
    interceptOperations(
      view,
      inEach(['categories', 'tags'], { kind: 'list' }),
      async ({ request, query, collection }, next) => {
        const word = upwards[query.get('order') ?? ''];
        if (word === undefined) return next(request);
        const outcome = await next(withParameter(request, 'order', word));
        return view.editItems(collection, outcome, (items) => items.toReversed());
      },
    ),
};

/** Only what is on the page is sorted. */
const sortedAfterLimit: Fault = {
  id: 'terms.list.order.after-limit',
  clause: 'category.list.order',
  neighbours: ['tag.list.order', 'category.list.orderby', 'tag.list.orderby'],
  statement: 'A list of categories or tags is paged by id, and then each page is sorted.',
  create: (_, view) =>
    interceptOperations(
      view,
      inEach(['categories', 'tags'], { kind: 'list' }),
      async ({ request, query, collection }, next) => {
        const outcome = await next(request);
        const [by, order] = [query.get('orderby') ?? 'name', query.get('order') ?? 'asc'];
        if (!isGranted(outcome) || by !== 'name') return outcome;
        const byId = await next(withParameter(withParameter(request, 'orderby', 'id'), 'order', 'asc'));
        return view.editItems(collection, byId, (items) => {
          const sorted = items.toSorted((one, other) =>
            view.text(collection, one, by) < view.text(collection, other, by) ? -1 : 1,
          );
          return order.startsWith('desc') ? sorted.toReversed() : sorted;
        });
      },
    ),
};

/** The way is written into the queries one by one, and one has none. */
const countUpwards: Fault = {
  id: 'terms.list.order-ignored-by-count',
  clause: 'tag.list.order',
  neighbours: ['category.list.order', 'category.list.orderby', 'tag.list.orderby'],
  statement: 'A list of categories or tags by count is in ascending order, whatever order says.',
  create: (_, view) =>
    interceptOperations(view, inEach(['categories', 'tags'], { kind: 'list' }), ({ request, query }, next) =>
      next(query.get('orderby') === 'count' ? withoutParameter(request, 'order') : request),
    ),
};

/** Lists in a wrong order. */
export const order: readonly Fault[] = [
  idsAsText,
  idsByName,
  countedAlone,
  turnedByPage,
  sortedAfterLimit,
  countUpwards,
];
