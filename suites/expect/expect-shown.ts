import { type Calendar, createdId, type Made, type Written } from '../../adapter/calendar/calendar.js';
import { addDays, atTime, dayOf } from '../../adapter/notation/day-times.js';
import { toText } from '../../adapter/notation/shown-values.js';
import { alternativesFor } from '../../adapter/profile/target-profile.js';
import { agrees, wallClock } from '../../adapter/reading/agreement.js';
import type { Shown } from '../../adapter/reading/lens.js';
import type { Address, Via } from '../../adapter/reading/paths.js';
import type { Collection } from '../../contract/resources.js';
import { DoesNotApply } from '../../kernel/deviation.js';
import { expectSuccess, expectThat } from '../../kernel/expectations.js';
import { Inconclusive } from '../../wire/errors.js';
import type { Exchange } from '../../wire/exchange.js';
import type { JsonObject, JsonValue } from '../../wire/json.js';
import { toFieldSubject } from './alteration.js';
import { renderBoth } from './render-values.js';
import { fieldIn, isShownBy, type View } from './shown-in.js';

type Widen = (day: string) => string;

const start: Widen = (day) => atTime(day, '00:00:00');
const ends: readonly Widen[] = [(day) => atTime(day, '23:59:59'), (day) => atTime(addDays(day, 1), '00:00:00')];
const lastDays: readonly Widen[] = [(day) => day, (day) => addDays(day, 1)];

/**
 * What an event may show of its times: those that were sent, and, when it lasts all day, those of whole days (reading
 * `event.all-day.times`), the last one shown by its end or by the midnight after it; or the days alone.
 */
export function widenings(body: JsonObject, allDay: boolean): readonly JsonObject[] {
  if (!allDay) return [body];
  const whole = ends.map((end) => widened(body, { start_date: start, end_date: end }));
  return [body, ...whole, ...lastDays.map((end) => widened(body, { start_date: (day) => day, end_date: end }))];
}

const widened = (body: JsonObject, widen: Readonly<Record<string, Widen>>): JsonObject => ({
  ...body,
  ...Object.fromEntries(
    Object.entries(widen).flatMap(([name, toWhole]): [string, JsonValue][] => {
      const time = body[name];
      return time === undefined ? [] : [[name, toWhole(dayOf(wallClock(time)))]];
    }),
  ),
});

/** A time of a record, and the zone that the record was sent with, where it was. */
interface TimeSent {
  readonly shown: Shown;
  readonly field: string;
  readonly zone?: JsonValue | undefined;
}

/**
 * The zone in which a time of an event was sent: the one shown beside it, else the one sent. Undefined for times that
 * are, or may be, in the zone of the site (reading `event.times.zone`): nobody said which zone that is.
 */
function zoneOf({ lens, profile }: View, { shown, field, zone }: TimeSent): string | undefined {
  const isOwn = field === 'start_date' || field === 'end_date';
  if (!isOwn || alternativesFor(profile, 'event.times.zone').includes('site')) return undefined;
  const shownZone = lens.fact(shown.collection, 'timezone') && lens.field(shown, 'timezone');
  return [shownZone, zone].map(toText).find((name) => name !== '');
}

/**
 * Expects that a create was accepted. @throws Inconclusive where neither the response nor any list shows which record it
 * made
 */
export function expectCreated(calendar: Calendar, written: Written): Made {
  const { collection, exchange } = written;
  expectSuccess(exchange, `a valid record of ${collection}`);
  const id = createdId(calendar.lens, collection, exchange);
  if (id === undefined) {
    throw new Inconclusive(`the target shows no id of a created record of ${collection}`, `${collection}.create`);
  }
  const shown = calendar.lens.recordIfAny(collection, exchange) ?? { collection, id, json: {} };
  return { ...written, id, shown };
}

/** Reads a record, expecting it to be there. */
export async function expectFound(
  calendar: Calendar,
  collection: Collection,
  address: Address,
  via: Via = {},
): Promise<Shown & { readonly exchange: Exchange }> {
  const exchange = await calendar.read(collection, address, via);
  expectSuccess(exchange, `a GET of the record ${address.value} of ${collection}`);
  return { ...calendar.lens.record(collection, exchange), exchange };
}

interface SentField {
  readonly calendar: View;
  readonly shown: Shown;
  readonly field: string;
  readonly sent: JsonValue;
  /** The zone that an event was sent with: its times are in it where the target shows none. */
  readonly zone?: JsonValue | undefined;
}

interface ShownField extends SentField {
  /** Where it is shown, for the report: `the answer to the create`. */
  readonly where: string;
  readonly exchange: Exchange;
  /** What explains another value, in words. */
  readonly mistake?: string | undefined;
}

/** Whether a field is shown as it was sent; false where it is shown nowhere. */
export function shows(one: SentField): boolean {
  const { calendar, shown, field, sent } = one;
  const { collection } = shown;
  const fact = calendar.lens.fact(collection, field);
  const value = fact && fieldIn(calendar, shown, field);
  return fact !== undefined && agrees({ collection, field, sent, shown: value, fact, zone: zoneOf(calendar, one) });
}

/** Expects a field to be shown as it was sent, in the form in which this target shows it. */
export function expectField({ where, exchange, mistake, ...one }: ShownField): void {
  const { calendar, shown, field, sent } = one;
  const value = fieldIn(calendar, shown, field);
  if (!isShownBy(calendar, shown, field)) throw new Inconclusive(`${where} shows no ${field} of ${shown.collection}`);
  const [wanted, observed] = renderBoth(sent, value);
  const expected = `${field} ${wanted} in ${where}`;
  const about = toFieldSubject({ collection: shown.collection, field, sent, shown: value, mistake });
  const sign = { member: field, expected: sent, observed: value ?? null };
  expectThat(shows(one), { kind: 'value', expected, observed, exchange, about, sign });
}

export interface ShownRecord extends Pick<ShownField, 'shown' | 'where' | 'exchange' | 'mistake'> {
  /** Whether the event lasts all day, where the body does not say so itself. */
  readonly allDay?: boolean;
}

/** Expects every field of a body that the target shows at all to be shown as sent; at least one must be shown. */
export function expectFields(
  calendar: Calendar,
  body: JsonObject,
  { shown, where, exchange, mistake, allDay = body.all_day === true }: ShownRecord,
): void {
  const names = Object.keys(body).filter((field) => isShownBy(calendar, shown, field));
  if (names.length === 0) throw new DoesNotApply(`the target shows none of ${Object.keys(body).join(', ')}`);
  const toFields = (sent: JsonObject): readonly SentField[] =>
    names.map((field) => ({ calendar, shown, field, sent: sent[field] ?? null, zone: body.timezone }));
  const fitting = widenings(body, allDay)
    .map(toFields)
    .find((fields) => fields.every(shows));
  for (const field of fitting ?? toFields(body)) expectField({ ...field, where, exchange, mistake });
}
