import type { Interceptor, Outcome } from '../../../wire/exchange.js';
import type { JsonObject } from '../../../wire/json.js';
import { isGranted } from '../../../wire/status.js';
import { inEach, interceptOperations, inTurn } from '../../intercept/intercept-operation.js';
import { recordNow } from '../../intercept/record-lookup.js';
import { toRefusal } from '../../intercept/response-edit.js';
import { anotherAt, onItem } from './another-record.js';
import { answering } from './answer.js';
import type { Making, Mistake } from './mistake.js';

/** Reads as of before the last update by whatever operation. */
const readLate = (making: Making): Interceptor => {
  const { view, site } = making;
  const former = new Map<string, JsonObject>();
  const watch = interceptOperations(view, inEach([site.collection], { kind: 'update' }), async (call, next) => {
    const before = await recordNow(view, call, next);
    if (before) former.set(view.id(call.collection, before), before);
    return next(call.request);
  });
  const read = answering(making, async (call, next) =>
    view.editRecord(call.collection, await next(call.request), (record) => {
      const id = view.id(call.collection, record);
      const before = former.get(id);
      former.delete(id);
      return before ?? record;
    }),
  );
  return inTurn(read, watch);
};

/** Shows once more what was deleted by whatever operation. */
const readDeleted = (making: Making): Interceptor => {
  const kept = new Map<string, Outcome>();
  return answering(making, async ({ request }, next) => {
    const outcome = await next(request);
    if (isGranted(outcome)) kept.set(request.target, outcome);
    const former = kept.get(request.target);
    kept.set(request.target, outcome);
    return isGranted(outcome) || !former ? outcome : former;
  });
};

/** What can go wrong with the read of a record. */
export const readMistakes: readonly Mistake[] = [
  {
    id: 'stale',
    fits: onItem('read'),
    does: () => 'once shows the record as it was before the last update',
    create: readLate,
  },
  {
    id: 'lingering',
    fits: onItem('read'),
    does: () => 'once shows a record that was there before and is gone',
    create: readDeleted,
  },
  {
    id: 'off-by-one',
    fits: onItem('read'),
    does: () => 'shows another record of the collection',
    create: (making) =>
      answering(making, async (call, next) => {
        const outcome = await next(call.request);
        const target = isGranted(outcome) ? await anotherAt(making.view, call, next) : undefined;
        return target === undefined ? outcome : next({ ...call.request, target });
      }),
  },
  {
    id: 'dropped',
    fits: onItem('read'),
    does: () => 'is answered by 404',
    create: (making) => answering(making, async () => toRefusal(404)),
  },
];
