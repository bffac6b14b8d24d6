import type { Outcome } from '../harness/exchange.js';
import type { JsonObject } from '../harness/json.js';
import { credentialsOf } from './credentials-of.js';
import { isGranted } from './edit-answer.js';
import type { CallContext } from './look-up.js';

/** The answer to a GET of an item by whom sends a request, the item that it is about when no other is named. */
export const seenBy = ({ asked: { request }, next }: CallContext, target = request.target): Promise<Outcome> =>
  next({ method: 'GET', target, headers: credentialsOf(request) });

/** The same, as the record that is shown; undefined where none is. */
export async function recordBefore(look: CallContext, target?: string): Promise<JsonObject | undefined> {
  const outcome = await seenBy(look, target);
  const { lens, asked } = look;
  return isGranted(outcome) ? lens.record(asked.collection, outcome) : undefined;
}
