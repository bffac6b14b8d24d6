import { isDeepStrictEqual } from 'node:util';
import { resourceOf } from '../../contract/resources.js';
import type { Payload } from '../../generators/wire.js';
import { expectThat, isRefused } from '../../harness/expectations.js';
import type { Calendar, Made } from '../../target/calendar.js';
import { narrow } from '../../target/narrow.js';
import { toText } from '../../target/shown-values.js';
import { expectAlike } from '../coherence/alike.js';
import { expectCreated, expectFields } from '../expect-shown.js';
import { findListed, findListedSomehow, type Listed, type Sought } from '../find-listed.js';
import { itemsIfListed } from '../items-if-listed.js';
import { showsFields } from '../places.js';
import { observeRecord, observeListed } from './look.js';

/** Makes another record of the same name; of a name of its own, where no two may be called alike. */
export async function makeNamesake(calendar: Calendar, { collection, body }: Sought, base: Payload): Promise<Made> {
  const { label } = resourceOf(collection);
  const written = await calendar.create(collection, { ...base, [label]: toText(body[label]) });
  return isRefused(written.exchange) ? calendar.make(collection, base) : expectCreated(calendar, written);
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
  const answers = showsFields(calendar, namesake.shown) ? [{ ...namesake, where: 'the answer to its create' }] : [];
  for (const answer of answers) expectAlike(calendar, seen, answer);
}

/** Whether the list in which one record is looked for is that of the other, too. */
const isListedBeside = ({ profile }: Calendar, one: Sought, other: Sought): boolean =>
  isDeepStrictEqual(narrow(one.collection, one.body, profile), narrow(other.collection, other.body, profile));

/** That a list of nothing is refused is fine. */
function expectUnlistedIn(calendar: Calendar, { collection, id }: Sought, { exchange }: Listed): void {
  const expected = `no list of ${collection} with the deleted ${id}`;
  const isListed = itemsIfListed(calendar, collection, exchange).some((item) => item.id === id);
  expectThat(!isListed, { kind: 'selection', expected, observed: 'a list with it', exchange });
}
