import { eventRelations, resourceOf } from '../../../contract/resources.js';
import type { Interceptor } from '../../../wire/exchange.js';
import type { JsonObject, JsonValue } from '../../../wire/json.js';
import { statusOf } from '../../../wire/status.js';
import { alsoForHead, interceptOperation, inTurn } from '../../intercept/intercept-operation.js';
import { seenBy } from '../../intercept/record-lookup.js';
import { toJsonResponse } from '../../intercept/response-edit.js';
import type { WireView } from '../../intercept/wire-view.js';
import { type Variant, withoutProtected } from '../../variant.js';
import { asListed, isOpen } from './password-alternatives.js';

/** What stands for nothing in a field: one cannot see that there is more. */
function nothingIn(name: string): JsonValue {
  if (name in eventRelations) return [];
  const type = resourceOf('events').fields[name]?.type;
  if (type === 'boolean') return false;
  return type === 'string' ? '' : null;
}

/** An event that is shown as if it had a title and dates, and nothing else. */
export const emptied = (event: JsonObject): JsonObject =>
  Object.fromEntries(
    Object.entries(event).map(([name, value]) => [name, isOpen(name) || name === 'slug' ? value : nothingIn(name)]),
  );

/** Reads by id show protected events emptied, without a word about a password; so do lists. */
const emptying = (view: WireView): Interceptor =>
  inTurn(
    interceptOperation(view, { id: 'events.read' }, async (call, next) => {
      const outcome = await next(call.request);
      const event = statusOf(outcome) === 403 ? await asListed(view, call, next) : undefined;
      return event ? toJsonResponse(200, emptied(event)) : outcome;
    }),
    // Last: it must see what a read is answered before that is emptied.
    interceptOperation(view, { id: 'events.list' }, async (call, next) => {
      const outcome = await next(call.request);
      const isShut = async (event: JsonObject): Promise<boolean> => {
        if (event.description !== null) return false;
        const target = call.at(`/events/${view.id('events', event)}`);
        return statusOf(await seenBy({ view, call, next }, target)) === 403;
      };
      const items = view.items('events', outcome);
      const shut = await Promise.all(items.map(isShut));
      return view.editItems('events', outcome, (events) =>
        events.map((event, index) => (shut[index] ? emptied(event) : event)),
      );
    }),
  );

/** What hides its content need not say that it does. */
export const redactedWhenProtected: Variant = {
  id: 'redacted-when-protected',
  aspect: 'reading.access',
  statement:
    'Of a protected event, lists and reads show only its title and dates: other fields are empty as if it had none.',
  readings: { 'password.read': 'redacted' },
  allowances: withoutProtected('Nothing says that an event is protected.'),
  create: (_, view) => alsoForHead(emptying(view)),
};
