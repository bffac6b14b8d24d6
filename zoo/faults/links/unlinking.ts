import { idsIn } from '../../../adapter/reading/agreement.js';
import type { Relation } from '../../../contract/resources.js';
import type { Interceptor } from '../../../wire/exchange.js';
import type { JsonObject } from '../../../wire/json.js';
import { isGranted } from '../../../wire/status.js';
import { interceptOperations } from '../../intercept/intercept-operation.js';
import { recordNow } from '../../intercept/record-lookup.js';
import type { WireView } from '../../intercept/wire-view.js';

/** A granted update or DELETE of an event, and what the event was linked to before it. */
interface Unlinking {
  readonly event: string;
  readonly linked: readonly string[];
  /** What it is linked to after an update, as far as the answer shows it. */
  readonly now: readonly string[];
  readonly kind: 'update' | 'delete';
}

/** Takes note of what events are no longer linked to, or may not be. */
export type Note = (unlinking: Unlinking) => void;

/** Reports, for each granted update and DELETE of an event, its previous links by one relation. */
export const noting = (view: WireView, relation: Relation, note: Note): Interceptor => {
  const writes = (['update', 'delete'] as const).map((kind) => ({ kind, collection: 'events' }) as const);
  return interceptOperations(view, writes, async (call, next) => {
    const record = await recordNow(view, call, next);
    const outcome = await next(call.request);
    const kind = call.operation.kind === 'delete' ? 'delete' : 'update';
    if (record && isGranted(outcome)) {
      const after = kind === 'update' ? view.record('events', outcome) : undefined;
      const now = after ? linkedBy(view, after, relation) : [];
      note({ event: view.id('events', record), linked: linkedBy(view, record, relation), now, kind });
    }
    return outcome;
  });
};

/** The ids that an event is linked to by a relation, in order. */
export const linkedBy = (view: WireView, event: JsonObject, relation: Relation): readonly string[] =>
  idsIn(view.field('events', event, relation));
