import fc, { type Arbitrary } from 'fast-check';
import { type Addressing, type UpdateVerb, updateVerbs } from '../../contract/operation.js';
import { type Relation, resourceOf } from '../../contract/resources.js';
import { MARK } from '../../generators/wire.js';
import { Inconclusive } from '../../harness/errors.js';
import { expectSuccess, isRefused } from '../../harness/expectations.js';
import type { Calendar, Made, Written } from '../../target/calendar.js';
import { addressOf, type AddressedRecord } from '../records/addressed.js';
import { sentText } from '../records/sent-text.js';
import { fateOfUnsent } from '../records/unsent-fields.js';

/** A way to rename a record. */
export interface Way {
  readonly by: Addressing;
  readonly verb: UpdateVerb;
}

/** The addresses at which a record may be renamed: of places in common, a run tells of both. */
export const addressesOf: Readonly<Record<Relation, readonly [Addressing, ...Addressing[]]>> = {
  venue: ['slug'],
  organizer: ['id', 'slug'],
  categories: ['id'],
  tags: ['id'],
};

export const waysTo = (relation: Relation): Arbitrary<Way> =>
  fc.record({ by: fc.constantFrom(...addressesOf[relation]), verb: fc.constantFrom(...updateVerbs) });

/** Texts that were sent, by their fields. */
export type Texts = Readonly<Record<string, string>>;

/** Updates one text of a record. */
async function update(calendar: Calendar, record: AddressedRecord, { by, verb }: Way, body: Texts): Promise<Written> {
  const address = await addressOf(calendar, record, by);
  const written = await calendar.update(record.collection, address, verb, body);
  if (isRefused(written.exchange)) throw new Inconclusive(`a ${verb} by ${by} is refused`);
  expectSuccess(written.exchange, `a ${verb} by ${by}`);
  return written;
}

/**
 * Renames a record, and where it has a phone gives it another in the same way: what is renewed with the name alone is
 * not then. Gives the texts as they were sent.
 */
export async function change(calendar: Calendar, record: Made, way: Way): Promise<Texts> {
  const { label, fields } = resourceOf(record.collection);
  const renamed = await update(calendar, record, way, { [label]: `Renamed ${MARK}` });
  const name = { [label]: sentText(renamed, label) };
  if (!('phone' in fields)) return name;
  // Its slug may have become another with its name.
  const shown = calendar.lens.recordIfAny(record.collection, renamed.exchange) ?? record.shown;
  const verb = fateOfUnsent(calendar, way.verb) === 'kept' ? way.verb : 'PATCH';
  const phoned = await update(calendar, { ...record, shown }, { ...way, verb }, { phone: '555 0177' });
  return { ...name, phone: sentText(phoned, 'phone') };
}
