import type { Calendar } from '../../adapter/calendar/calendar.js';
import { isEmpty } from '../../adapter/reading/agreement.js';
import { type Address, byId } from '../../adapter/reading/paths.js';
import type { UpdateVerb } from '../../contract/operations.js';
import { shownFieldId } from '../../contract/clauses/resource-clauses.js';
import { type Collection, resourceOf } from '../../contract/resources.js';
import type { Payload } from '../../generators/wire-value.js';
import { expectSuccess, expectThat } from '../../kernel/expectations.js';
import type { Exchange } from '../../wire/exchange.js';
import type { JsonObject } from '../../wire/json.js';
import { expectFound, type ShownRecord, shows } from './expect-shown.js';
import type { AddressedRecord } from './record-address.js';

/** An update of a record, and where it is sent. */
export interface Update {
  readonly verb: UpdateVerb;
  readonly change: Payload;
  /** By its id, when not given. */
  readonly address?: Address;
}

/** What was sent to update a record, and the record as it is shown afterwards. */
interface Updated {
  readonly body: JsonObject;
  readonly seen: ShownRecord;
}

/** Expects an update to be accepted, and reads the record by its id: the answer need not hold it. */
export async function expectUpdated(calendar: Calendar, record: AddressedRecord, update: Update): Promise<Updated> {
  const { verb, change, address = byId(record) } = update;
  const { body, exchange } = await calendar.update(record.collection, address, verb, change);
  expectSuccess(exchange, `a ${verb} of ${Object.keys(body).join(', ')}`);
  const { exchange: read, ...shown } = await expectFound(calendar, record.collection, byId(record));
  return { body, seen: { shown, where: `the item after the ${verb}`, exchange: read } };
}

/** What may change along with a field, because it says the same in another way. */
const followers: Readonly<Record<string, readonly string[]>> = {
  date: ['date_utc'],
  date_utc: ['date'],
  timezone: ['start_date', 'end_date'],
  all_day: ['start_date', 'end_date'],
  state: ['stateprovince'],
  province: ['stateprovince'],
  country: ['stateprovince'],
  stateprovince: ['state', 'province'],
  status: ['date', 'date_utc', 'slug'],
  // Some services make the slug of what a record is called, again when that is changed.
  title: ['slug'],
  name: ['slug'],
};

/** The fields of a record that an update neither sent nor could touch. */
export function unsentOf(record: JsonObject, update: JsonObject): JsonObject {
  const touched = Object.keys(update).flatMap((field) => [field, ...(followers[field] ?? [])]);
  return Object.fromEntries(Object.entries(record).filter(([field]) => !touched.includes(field)));
}

/** What becomes of the fields that an update does not send (readings `update.post.unsent`, `update.put.unsent`). */
export function fateOfUnsent({ profile: { choices } }: Pick<Calendar, 'profile'>, verb: UpdateVerb): 'kept' | 'reset' {
  if (verb === 'PATCH') return 'kept';
  return choices[verb === 'PUT' ? 'update.put.unsent' : 'update.post.unsent'];
}

/** Fields that fall back to a value of the target's own, which may be the one that was sent. */
const ownDefaults = ['slug', 'status', 'author', 'date', 'date_utc', 'timezone'];

const leavesTrace = (collection: Collection, field: string): boolean => {
  const { type, required } = resourceOf(collection).fields[field] ?? { type: 'untyped' };
  return !required && type !== 'boolean' && !field.startsWith('show_map') && !ownDefaults.includes(field);
};

/** Texts that a service may keep for each language, apart from the record: what resets this need not reset those. */
const localized = ['description', 'excerpt'];

/** Whether a request names a language. */
const isInLanguage = ({ profile }: Calendar, { request: { target } }: Exchange): boolean =>
  new URLSearchParams(target.split('?')[1]).has(profile.languageParameter);

/** Expects none of the fields to be shown as before, as far as their defaults differ from what was sent. */
export function expectReset(calendar: Calendar, before: JsonObject, { shown, where, exchange }: ShownRecord): void {
  const apart = isInLanguage(calendar, exchange) ? localized : [];
  for (const [field, sent] of Object.entries(before)) {
    if (apart.includes(field) || !leavesTrace(shown.collection, field)) continue;
    if (!calendar.lens.fact(shown.collection, field)) continue;
    const isReset = isEmpty(sent) || !shows({ calendar, shown, field, sent });
    const expected = `${field} to be reset in ${where}, like the others`;
    const about = { field: shownFieldId(shown.collection, field) };
    expectThat(isReset, { kind: 'value', expected, observed: 'the value from before', exchange, about });
  }
}
