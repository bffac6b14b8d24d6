import type { Calendar, Made } from '../../adapter/calendar/calendar.js';
import type { Shown } from '../../adapter/reading/lens.js';
import type { UpdateVerb } from '../../contract/operations.js';
import { expectSuccess } from '../../kernel/expectations.js';
import type { JsonObject } from '../../wire/json.js';
import { expectRefusedField } from '../expect/expect-refused-field.js';
import { expectFields } from '../expect/expect-shown.js';
import { mistakes } from '../expect/mistakes.js';
import { expectReset, fateOfUnsent, unsentOf } from '../expect/expect-updated.js';
import { type AddressedRecord, addressOf, slugOf } from '../expect/record-address.js';
import { expectAlike, isShownBy, showsFields } from '../expect/shown-in.js';
import { observeRecord } from './observe-record.js';
import type { Granted, Refused, UpdateStep } from './update-plan.js';

/** A record between two steps. */
export interface ObservedRecord extends AddressedRecord {
  /** What it must show. */
  readonly kept: JsonObject;
  /** The last that was sent of each field, by which to find it. */
  readonly body: JsonObject;
  /** What was last seen of it. */
  readonly shown: Shown;
}

/** A record before its first step. */
export const beforeUpdates = (made: Made): ObservedRecord => ({ ...made, kept: made.body });

/** Several updates, one after another. */
export async function performSteps(
  calendar: Calendar,
  record: ObservedRecord,
  steps: readonly UpdateStep[],
): Promise<ObservedRecord> {
  let current = record;
  for (const step of steps) {
    current = await (step.kind === 'granted'
      ? performGranted(calendar, current, step)
      : performRefused(calendar, current, step));
  }
  return current;
}

/** An update after which a record shows what that and all before left of it: it, and the answer where it shows any. */
async function performGranted(
  calendar: Calendar,
  record: ObservedRecord,
  { verb, by, views: [first = 'id', ...others], ...step }: Granted,
): Promise<ObservedRecord> {
  const [way, address] = [`a ${verb} by ${by}`, await addressOf(calendar, record, by)];
  const change = step.ownSlug ? { ...step.change, slug: await slugOf(calendar, record) } : step.change;
  const { body, exchange } = await calendar.update(record.collection, address, verb, change);
  expectSuccess(exchange, `${way} of ${Object.keys(change).join(', ')}`);
  const answer = calendar.lens.recordIfAny(record.collection, exchange);
  const kept = keptAfter(calendar, record, verb, body);
  const known = { collection: record.collection, id: record.id, body: { ...record.body, ...body } };
  // What was seen before is no guide to where it is now.
  const seen = await observeRecord(calendar, { ...known, ...(answer && { shown: answer }) }, first, `after ${way}`);
  const allDay = kept.all_day === true;
  const unsent = unsentOf(kept, body);
  const isSeen = Object.keys(unsent).some((field) => isShownBy(calendar, seen.shown, field));
  if (isSeen) expectFields(calendar, unsent, { ...seen, mistake: mistakes.changesUnsent, allDay });
  expectFields(calendar, kept, { ...seen, allDay });
  if (fateOfUnsent(calendar, verb) === 'reset') expectReset(calendar, unsentOf(record.kept, body), seen);
  const answers =
    answer && showsFields(calendar, answer) ? [{ where: `the response to ${way}`, shown: answer, exchange }] : [];
  for (const place of answers) expectAlike(calendar, seen, place);
  for (const view of others) {
    const again = await observeRecord(calendar, { ...known, shown: seen.shown }, view, `after ${way}`);
    expectFields(calendar, kept, { ...again, allDay });
  }
  return { ...known, kept, shown: seen.shown };
}

/** An update that leaves a record as it was, as a read where it was last seen shows. */
async function performRefused(
  calendar: Calendar,
  record: ObservedRecord,
  { verb, by, views: [view = 'id'], change, violation }: Refused,
): Promise<ObservedRecord> {
  const address = await addressOf(calendar, record, by);
  const { exchange } = await calendar.update(record.collection, address, verb, change);
  expectRefusedField({ collection: record.collection, write: `a ${verb} by ${by}`, violation, exchange });
  const seen = await observeRecord(calendar, record, view, `after a refused ${verb} by ${by}`);
  expectFields(calendar, record.kept, {
    ...seen,
    mistake: mistakes.writesRefused,
    allDay: record.kept.all_day === true,
  });
  return { ...record, shown: seen.shown };
}

/** What a record must show after an update: what was sent, and what was not where that is kept. */
const keptAfter = (calendar: Calendar, { kept }: ObservedRecord, verb: UpdateVerb, body: JsonObject): JsonObject =>
  fateOfUnsent(calendar, verb) === 'kept' ? { ...unsentOf(kept, body), ...body } : body;
