import fc, { type Arbitrary } from 'fast-check';
import type { Collection } from '../../contract/field.js';
import { expectAbsent } from '../../harness/expectations.js';
import type { Calendar } from '../../target/calendar.js';
import { byId } from '../../target/paths.js';

/** Ids that hardly any calendar has come to; they fit into 32 bits. */
export const unknownId: Arbitrary<string> = fc.integer({ min: 2_000_000_000, max: 2_147_483_646 }).map(String);

/** Expects an id to lead nowhere; before a write, so that nobody's record is touched. */
export async function expectUnknown(calendar: Calendar, collection: Collection, id: string): Promise<void> {
  expectAbsent(await calendar.read(collection, byId({ id })), `${collection}/${id}`);
}
