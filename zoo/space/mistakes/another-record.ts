import type { Send } from '../../../wire/exchange.js';
import type { JsonObject } from '../../../wire/json.js';
import type { OperationCall } from '../../intercept/operation-call.js';
import { findAll, recordNow } from '../../intercept/record-lookup.js';
import type { WireView } from '../../intercept/wire-view.js';
import type { FaultSite } from '../sites/fault-site.js';

/** Whether a site is an operation on one record, of these kinds. */
export const onItem =
  (...kinds: readonly FaultSite['does'][]) =>
  ({ kind, does }: FaultSite): boolean =>
    kind === 'item' && kinds.includes(does);

/** Another record of the collection than the one that a request is about. */
async function another(view: WireView, call: OperationCall, next: Send): Promise<JsonObject | undefined> {
  const own = await recordNow(view, call, next);
  const ownId = own && view.id(call.collection, own);
  const records = await findAll({ view, call, next }, call.collection);
  const at = records.findIndex((record) => view.id(call.collection, record) === ownId);
  return records[at + 1] ?? records[at - 1];
}

/** The target of the item that is another record. */
export async function anotherAt(view: WireView, call: OperationCall, next: Send): Promise<string | undefined> {
  const record = await another(view, call, next);
  return record && call.at(`/${call.collection}/${view.id(call.collection, record)}`);
}
