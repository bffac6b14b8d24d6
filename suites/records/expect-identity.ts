import type { Exchange } from '../../harness/exchange.js';
import { expectResponse, expectThat } from '../../harness/expectations.js';
import type { Calendar } from '../../target/calendar.js';
import type { Shown } from '../../target/lens.js';
import type { AddressedRecord } from './addressed.js';

/** Expects that what an address leads to is this record and no other. */
export function expectSame(shown: Shown, { collection, id }: AddressedRecord, where: string, exchange: Exchange): void {
  const expected = `the record ${collection}/${id} at ${where}`;
  expectThat(shown.id === id, { kind: 'state', expected, observed: `the record ${shown.id}`, exchange });
}

/** Expects that an address does not lead to this record: it leads nowhere, or to another one. */
export function expectOther(
  calendar: Calendar,
  { collection, id }: AddressedRecord,
  where: string,
  exchange: Exchange,
): void {
  const { status } = expectResponse(exchange);
  const shown = status < 300 ? calendar.lens.recordIfAny(collection, exchange) : undefined;
  const expected = `${where} not to lead to the record ${collection}/${id}`;
  expectThat(shown?.id !== id, { kind: 'state', expected, observed: 'that record', exchange });
}
