import type { Interceptor } from '../../../wire/exchange.js';
import type { JsonObject } from '../../../wire/json.js';
import { withParameter } from '../../intercept/request-edit.js';
import { answering } from './answer.js';
import { onPart } from './list-part.js';
import type { Making, Mistake } from './mistake.js';

type EditItems = (items: readonly JsonObject[]) => readonly JsonObject[];

const editingItems =
  (edit: EditItems) =>
  (making: Making): Interceptor =>
    answering(making, async (call, next) => making.view.editItems(call.collection, await next(call.request), edit));

/** Each page begins with the last record of the page before: a page is cut one record early. */
const overlapping = (making: Making): Interceptor =>
  answering(making, async (call, next) => {
    const outcome = await next(call.request);
    const page = Number(call.query.get('page') ?? 1);
    if (page < 2) return outcome;
    const { view } = making;
    const last = view.items(call.collection, await next(withParameter(call.request, 'page', String(page - 1)))).at(-1);
    return view.editItems(call.collection, outcome, (items) => (last ? [last, ...items.slice(0, -1)] : items));
  });

/** What can go wrong with the records on a page. */
export const recordMistakes: readonly Mistake[] = [
  {
    id: 'off-by-one',
    fits: onPart('records'),
    does: () => 'lacks the last record of a page of several',
    create: editingItems((items) => (items.length > 1 ? items.slice(0, -1) : items)),
  },
  {
    id: 'first-of-many',
    fits: onPart('records'),
    does: () => 'holds only the first record of a page',
    create: editingItems((items) => items.slice(0, 1)),
  },
  {
    id: 'doubled',
    fits: onPart('records'),
    does: () => 'holds the first record of a page twice',
    create: editingItems((items) => [...items.slice(0, 1), ...items]),
  },
  {
    id: 'leaked',
    fits: onPart('records'),
    does: () => 'begins each page with the last record of the page before',
    create: overlapping,
  },
];
