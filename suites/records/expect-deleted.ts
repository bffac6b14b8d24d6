import { resources } from '../../contract/resources.js';
import type { ListQuery } from '../../generators/wire.js';
import type { Exchange } from '../../harness/exchange.js';
import { expectAbsent, expectThat } from '../../harness/expectations.js';
import { countExpectation } from '../../harness/tally.js';
import type { Calendar, Made } from '../../target/calendar.js';
import { isMarkedDeleted } from '../../target/marked-deleted.js';
import { itemsIfListed } from '../items-if-listed.js';
import type { AddressedRecord } from './addressed.js';
import { sentText } from './sent-text.js';

/** Whether the answer shows a record that was only marked as deleted (reading `delete.effect`). */
export function isTrashed(
  { lens }: Calendar,
  { collection, shown: before }: AddressedRecord,
  exchange: Exchange,
): boolean {
  const after = lens.recordIfAny(collection, exchange);
  return after !== undefined && isMarkedDeleted(after.json, before?.json);
}

/** Expects an answer to show that a record was deleted: there is none, or one that is marked so. */
export function expectDeleted(calendar: Calendar, deleted: AddressedRecord, exchange: Exchange): void {
  if (isTrashed(calendar, deleted, exchange)) return countExpectation();
  expectAbsent(exchange, `what was deleted of ${deleted.collection}`);
}

/** A list query that would show one record, whenever it is and whatever is linked to it. */
function findingQuery(made: Made): ListQuery {
  const { collection, id } = made;
  if (collection === 'events') return { include: [id] };
  if (collection === 'categories' || collection === 'tags') return { include: [id], hide_empty: false };
  return { search: sentText(made, resources[collection].label) };
}

/** Expects a record to be in no list. That a list of nothing is refused is fine. */
export async function expectUnlisted(calendar: Calendar, made: Made): Promise<void> {
  const { collection, id } = made;
  const exchange = await calendar.list(collection, findingQuery(made));
  const isListed = itemsIfListed(calendar, collection, exchange).some((item) => item.id === id);
  const expected = `no list of ${collection} with the deleted ${id}`;
  expectThat(!isListed, { kind: 'selection', expected, observed: 'a list with it', exchange });
}
