import type { UpdateVerb } from '../../contract/operation.js';
import type { Payload } from '../../generators/wire.js';
import { expectSuccess } from '../../harness/expectations.js';
import type { JsonObject } from '../../harness/json.js';
import type { Calendar } from '../../target/calendar.js';
import { type Address, byId } from '../../target/paths.js';
import { expectFound, type ShownRecord } from '../expect-shown.js';
import type { AddressedRecord } from './addressed.js';

export interface Update {
  readonly verb: UpdateVerb;
  readonly change: Payload;
  /** By its id, when not given. */
  readonly address?: Address;
}

/** What was sent to update a record, and the record as it is shown afterwards. */
export interface Updated {
  readonly body: JsonObject;
  readonly seen: ShownRecord;
}

/** Expects an update to be accepted, and reads the record by its id: the answer need not hold it. */
export async function expectUpdated(calendar: Calendar, record: AddressedRecord, update: Update): Promise<Updated> {
  const { verb, change, address = byId(record) } = update;
  const { body, exchange } = await calendar.update(record.collection, address, verb, change);
  expectSuccess(exchange, `a ${verb} of ${Object.keys(body).join(', ')}`);
  const { exchange: read, ...shown } = await expectFound(calendar, record.collection, byId(record));
  return { body, seen: { shown, where: `the item after the ${verb}`, exchange: read } };
}
