import type { Interceptor } from '../../../wire/exchange.js';
import { inTurn } from '../../intercept/intercept-operation.js';
import { editPageCount, editTotal, totalIn } from '../../intercept/response-edit.js';
import { answering } from './answer.js';
import { noticing } from './kept-answers.js';
import { onPart } from './list-part.js';
import type { Making, Mistake } from './mistake.js';

/** The number that a site is about, rewritten by how many records the page holds. */
const counting =
  (edit: (value: number, onPage: number) => number) =>
  (making: Making): Interceptor =>
    answering(making, async (call, next) => {
      const outcome = await next(call.request);
      const onPage = making.view.items(call.collection, outcome).length;
      const editNumber = making.site.name === 'total' ? editTotal : editPageCount;
      return editNumber(outcome, (value) => edit(value, onPage));
    });

/** The total as it was before the last write of the collection. */
const recounting = (making: Making): Interceptor => {
  const former = new Map<string, number>();
  const late = new Set<string>();
  const recount = answering(making, async (call, next) => {
    const outcome = await next(call.request);
    const [{ target }, total] = [call.request, totalIn(outcome)];
    const before = late.delete(target) ? former.get(target) : undefined;
    if (total !== undefined) former.set(target, total);
    return before === undefined ? outcome : editTotal(outcome, () => before);
  });
  return inTurn(recount, noticing(former, late));
};

const TEN = 10;

/** What can go wrong with totals. */
export const numberMistakes: readonly Mistake[] = [
  {
    id: 'off-by-one',
    fits: onPart('total', 'total_pages'),
    does: ({ name }) => `states a ${name} that is one too high`,
    create: counting((value) => value + 1),
  },
  {
    id: 'defaulted',
    fits: onPart('total', 'total_pages'),
    does: ({ name }) => `states a ${name} of 0`,
    create: counting(() => 0),
  },
  {
    id: 'rounded',
    fits: onPart('total'),
    does: () => 'states a total that is rounded up to tens',
    create: counting((value) => Math.ceil(value / TEN) * TEN),
  },
  {
    id: 'page-only',
    fits: onPart('total'),
    does: () => 'states the records of the page as total',
    create: counting((_, onPage) => onPage),
  },
  {
    id: 'page-only',
    fits: onPart('total_pages'),
    does: () => 'states one page, however many there are',
    create: counting((value) => Math.min(value, 1)),
  },
  {
    id: 'stale',
    fits: onPart('total'),
    does: () => 'states once the total of before the last write',
    create: recounting,
  },
];
