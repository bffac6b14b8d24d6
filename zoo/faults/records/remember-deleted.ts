import type { Collection } from '../../../contract/field.js';
import type { Interceptor, Outcome } from '../../../harness/exchange.js';
import type { JsonObject } from '../../../harness/json.js';
import { isGranted } from '../../edit-answer.js';
import { itemNow } from '../../look-up.js';
import { inEach, interceptOperations } from '../../on.js';
import type { WireView } from '../../wire-lens.js';

/** A record that was deleted, and the last answer that showed it. */
export interface Deleted {
  readonly record: JsonObject;
  readonly answer: Outcome;
}

/** Remembers by `<collection>/<id>` what is deleted of some collections. */
export const rememberDeleted = (
  lens: WireView,
  some: readonly Collection[],
  deleted: Map<string, Deleted>,
): Interceptor =>
  interceptOperations(lens, inEach(some, { kind: 'delete' }), async (asked, next) => {
    const { request, collection } = asked;
    const answer = await itemNow(asked, next);
    const record = lens.record(collection, answer);
    const outcome = await next(request);
    const isGone = isGranted(answer) && isGranted(outcome) && record !== undefined;
    if (isGone) deleted.set(`${collection}/${lens.id(collection, record)}`, { record, answer });
    return outcome;
  });
