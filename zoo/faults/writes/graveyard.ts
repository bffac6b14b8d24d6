import type { Collection } from '../../../contract/resources.js';
import type { Interceptor, Outcome } from '../../../wire/exchange.js';
import type { JsonObject } from '../../../wire/json.js';
import { isGranted } from '../../../wire/status.js';
import { inEach, interceptOperations } from '../../intercept/intercept-operation.js';
import { itemNow } from '../../intercept/record-lookup.js';
import type { WireView } from '../../intercept/wire-view.js';

/** A record that was deleted, and the last answer that showed it. */
export interface Deleted {
  readonly record: JsonObject;
  readonly answer: Outcome;
}

/** Remembers by `<collection>/<id>` what is deleted of some collections. */
export const rememberDeleted = (
  view: WireView,
  some: readonly Collection[],
  deleted: Map<string, Deleted>,
): Interceptor =>
  interceptOperations(view, inEach(some, { kind: 'delete' }), async (call, next) => {
    const { request, collection } = call;
    const answer = await itemNow(call, next);
    const record = view.record(collection, answer);
    const outcome = await next(request);
    const isGone = isGranted(answer) && isGranted(outcome) && record !== undefined;
    if (isGone) deleted.set(`${collection}/${view.id(collection, record)}`, { record, answer });
    return outcome;
  });
