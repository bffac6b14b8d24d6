import type { Exchange } from '../../harness/exchange.js';
import { isRefused } from '../../harness/expectations.js';
import type { Calendar, Made } from '../../target/calendar.js';
import { byId } from '../../target/paths.js';
import { statusOf } from '../../target/learn/permission.js';
import { expectFields, expectFound } from '../expect-shown.js';

/** Whoever does not find what is there has not refused to delete it. */
const UNFOUND = [404, 410];

/** Whether a DELETE was refused because something else still leads to the record: what a DELETE does is open (gap.delete). */
export const isRefusedInUse = (removal: Exchange): boolean =>
  isRefused(removal) && !UNFOUND.includes(statusOf(removal));

/** Expects a record whose DELETE was refused to be there as it was made. */
export async function expectKept(calendar: Calendar, { collection, id, body }: Made): Promise<void> {
  const { exchange, ...shown } = await expectFound(calendar, collection, byId({ id }));
  expectFields(calendar, body, { shown, where: `${collection}/${id}, whose DELETE was refused`, exchange });
}
