import type { Calendar, Made } from '../../adapter/calendar/calendar.js';
import { byId } from '../../adapter/reading/paths.js';
import { isMarkedDeleted } from '../../adapter/reading/record-status.js';
import { type Collection, resources } from '../../contract/resources.js';
import type { ListQuery } from '../../generators/wire-value.js';
import { expectAbsent, expectThat } from '../../kernel/expectations.js';
import { countExpectation } from '../../kernel/tally.js';
import type { Exchange } from '../../wire/exchange.js';
import { itemsIfListed } from './find-listed.js';
import { type AddressedRecord, sentText } from './record-address.js';

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

/** Expects a record to be in no list, or in none that `more` is added to. That a list of nothing is refused is fine. */
export async function expectUnlisted(calendar: Calendar, made: Made, more: ListQuery = {}): Promise<void> {
  const { collection, id } = made;
  const exchange = await calendar.list(collection, { ...findingQuery(made), ...more });
  const isListed = itemsIfListed(calendar, collection, exchange).some((item) => item.id === id);
  const by = Object.entries(more).map(([name, value]) => ` with ${name}=${JSON.stringify(value)}`);
  const expected = `no list of ${collection}${by.join('')} that contains the deleted ${id}`;
  const sign = { records: [id], listed: true };
  expectThat(!isListed, { kind: 'selection', expected, observed: 'Response wrongly includes it', exchange, sign });
}

/** Expects an id to belong to no record; before a write, so that nobody's record is touched. */
export async function expectUnknown(calendar: Calendar, collection: Collection, id: string): Promise<void> {
  expectAbsent(await calendar.read(collection, byId({ id })), `${collection}/${id}`);
}
