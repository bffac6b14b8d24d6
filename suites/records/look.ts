import type { Addressing } from '../../contract/operation.js';
import { resourceOf } from '../../contract/resources.js';
import { expectThat } from '../../harness/expectations.js';
import { isEmpty } from '../../target/agreement.js';
import type { Calendar } from '../../target/calendar.js';
import type { Shown } from '../../target/lens.js';
import { expectFound } from '../expect-shown.js';
import { findListedSomehow, type Listed, type Sought } from '../find-listed.js';
import type { Appearance } from '../places.js';
import { addressOf, type AddressedRecord } from './addressed.js';
import { expectSame } from './expect-identity.js';

/** Where a record is looked at. */
export type View = Addressing | 'list';

/** Looks at a record by its id, by its slug as last seen, or in a list. `when` is for the report: `after a PUT by id`. */
export async function observeRecord(
  calendar: Calendar,
  record: AddressedRecord & Sought,
  view: View,
  when: string,
): Promise<Appearance> {
  if (view === 'list') return observeListed(calendar, record, await findListedSomehow(calendar, record), when);
  const { collection } = record;
  const { exchange, ...shown } = await expectFound(calendar, collection, await addressOf(calendar, record, view));
  expectSame(shown, record, `its ${view} ${when}`, exchange);
  return { where: `the item by ${view} ${when}`, shown, exchange };
}

/** Looks at a record in a list, which must hold it once; by its id, where lists do not show it as items do. */
export async function observeListed(
  calendar: Calendar,
  record: AddressedRecord & Sought,
  { shown, exchange }: Listed,
  when: string,
): Promise<Appearance> {
  const { collection, id } = record;
  const found = shown ? calendar.lens.page(collection, exchange).items.filter((item) => item.id === id).length : 0;
  const expected = `${collection}/${id} once in a list ${when}`;
  expectThat(found === 1, { kind: 'selection', expected, observed: `a list with it ${found} times`, exchange });
  return shown && isAsItem(calendar, shown)
    ? { where: `the list ${when}`, shown, exchange }
    : observeRecord(calendar, record, 'id', when);
}

/** Whether a list shows a record where items show theirs: some lists are of ids alone, or leave out wrappings. */
function isAsItem({ lens }: Calendar, shown: Shown): boolean {
  const { label } = resourceOf(shown.collection);
  return lens.fact(shown.collection, label) !== undefined && !isEmpty(lens.field(shown, label));
}
