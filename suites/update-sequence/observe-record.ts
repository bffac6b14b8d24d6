import { isDeepStrictEqual } from 'node:util';
import type { Calendar, Made } from '../../adapter/calendar/calendar.js';
import { toText } from '../../adapter/notation/shown-values.js';
import { isEmpty } from '../../adapter/reading/agreement.js';
import type { Shown } from '../../adapter/reading/lens.js';
import { narrow } from '../../adapter/reading/record-queries.js';
import type { Addressing } from '../../contract/operations.js';
import { resourceOf } from '../../contract/resources.js';
import type { Payload } from '../../generators/wire-value.js';
import { expectThat } from '../../kernel/expectations.js';
import { isRefused } from '../../wire/status.js';
import { expectAnother } from '../expect/expect-another.js';
import { expectCreated, expectFields, expectFound } from '../expect/expect-shown.js';
import { findListed, findListedSomehow, itemsIfListed, type Listed, type Sought } from '../expect/find-listed.js';
import { type AddressedRecord, addressOf, expectSame } from '../expect/record-address.js';
import { type Appearance, expectAlike, showsFields } from '../expect/shown-in.js';

/** Where a record is observed. */
export type View = Addressing | 'list';

/** Observes a record by its id, by its slug as last seen, or in a list. `when` is for the report: `after a PUT by id`. */
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

/** Observes a record in a list, which must hold it once; by its id, where lists do not show it as items do. */
async function observeListed(
  calendar: Calendar,
  record: AddressedRecord & Sought,
  { shown, exchange }: Listed,
  when: string,
): Promise<Appearance> {
  const { collection, id } = record;
  const found = shown ? calendar.lens.page(collection, exchange).items.filter((item) => item.id === id).length : 0;
  const expected = `${collection}/${id} once in a list ${when}`;
  expectThat(found === 1, {
    kind: 'selection',
    expected,
    observed: `a list that contains it ${found} times`,
    exchange,
    about: { side: found > 1 ? 'extra' : 'missing' },
    ...(found === 0 && { sign: { records: [id], listed: false } }),
  });
  return shown && isAsItem(calendar, shown)
    ? { where: `the list ${when}`, shown, exchange }
    : observeRecord(calendar, record, 'id', when);
}

/** Whether a list shows a record where items show theirs: some lists are of ids alone, or leave out wrappings. */
function isAsItem({ lens }: Calendar, shown: Shown): boolean {
  const { label } = resourceOf(shown.collection);
  return lens.fact(shown.collection, label) !== undefined && !isEmpty(lens.field(shown, label));
}

/** Makes another record of the same name; of a name of its own, where no two may be called alike. */
export async function makeOther(calendar: Calendar, record: AddressedRecord & Sought, base: Payload): Promise<Made> {
  const { collection, body } = record;
  const { label } = resourceOf(collection);
  const written = await calendar.create(collection, { ...base, [label]: toText(body[label]) });
  if (isRefused(written.exchange)) return calendar.make(collection, base);
  const made = expectCreated(calendar, written);
  expectAnother(record, made, 'name');
  return made;
}

/** Expects a list that would show a deleted record not to, and its namesake to be there still, as it was made. */
export async function expectNamesakeAlone(calendar: Calendar, deleted: Sought, namesake: Made): Promise<void> {
  const when = `after a DELETE of another ${resourceOf(deleted.collection).singular}`;
  const isBeside = isListedBeside(calendar, deleted, namesake);
  const listed = await (isBeside ? findListedSomehow(calendar, namesake) : findListed(calendar, deleted));
  expectUnlistedIn(calendar, deleted, listed);
  const seen = await (isBeside
    ? observeListed(calendar, namesake, listed, when)
    : observeRecord(calendar, namesake, 'id', when));
  expectFields(calendar, namesake.body, { ...seen, where: `a namesake: ${seen.where}` });
  const answers = showsFields(calendar, namesake.shown) ? [{ ...namesake, where: 'the response to its create' }] : [];
  for (const answer of answers) expectAlike(calendar, seen, answer);
}

/** Whether the list in which one record is looked for is that of the other, too. */
const isListedBeside = ({ profile }: Calendar, one: Sought, other: Sought): boolean =>
  isDeepStrictEqual(narrow(one.collection, one.body, profile), narrow(other.collection, other.body, profile));

/** That a list of nothing is refused is fine. */
function expectUnlistedIn(calendar: Calendar, { collection, id }: Sought, { exchange }: Listed): void {
  const expected = `the list of ${collection} without the deleted ${id}`;
  const isListed = itemsIfListed(calendar, collection, exchange).some((item) => item.id === id);
  const sign = { records: [id], listed: true };
  expectThat(!isListed, { kind: 'selection', expected, observed: 'a list that contains it', exchange, sign });
}
