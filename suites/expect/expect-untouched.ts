import type { Calendar, Made } from '../../adapter/calendar/calendar.js';
import { byId } from '../../adapter/reading/paths.js';
import { expectSuccess, expectThat } from '../../kernel/expectations.js';
import { NO_VISIBLE_RECORD, statusOf } from '../../wire/status.js';
import { isTrashed } from './expect-deleted.js';
import { expectFields } from './expect-shown.js';

/** Expects a record to be as it was made, after requests that are none to change it; `where` names both for the report. */
export async function expectUntouched(calendar: Calendar, made: Made, where: string): Promise<void> {
  const { collection, body } = made;
  const exchange = await calendar.read(collection, byId(made));
  const isAbsent = NO_VISIBLE_RECORD.includes(statusOf(exchange));
  const isGone = isAbsent || isTrashed(calendar, made, exchange);
  const sign = isAbsent && { sign: { status: 'accepted' } as const };
  expectThat(!isGone, { kind: 'state', expected: where, observed: 'it was deleted', exchange, ...sign });
  expectSuccess(exchange, `a GET of ${where}`);
  expectFields(calendar, body, { shown: calendar.lens.record(collection, exchange), where, exchange });
}
