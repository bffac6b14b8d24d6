import type { Collection } from '../../contract/resources.js';
import type { Interceptor } from '../../wire/exchange.js';
import type { JsonObject } from '../../wire/json.js';
import { isGranted } from '../../wire/status.js';
import { inEach, interceptOperations } from './intercept-operation.js';
import { bodyOf } from './request-edit.js';
import type { WireView } from './wire-view.js';

/** A record as the response to its create shows it. */
interface Created {
  readonly collection: Collection;
  readonly id: string;
  readonly record: JsonObject;
  /** What was sent as JSON; empty where nothing was. */
  readonly sent: JsonObject;
}

/** Reports each record that a granted create in one of several collections shows. */
export const notingCreates = (
  view: WireView,
  among: readonly Collection[],
  note: (created: Created) => void,
): Interceptor =>
  interceptOperations(view, inEach(among, { kind: 'create' }), async ({ request, collection }, next) => {
    const outcome = await next(request);
    const record = isGranted(outcome) ? view.record(collection, outcome) : undefined;
    if (record) note({ collection, id: view.id(collection, record), record, sent: bodyOf(request) ?? {} });
    return outcome;
  });
