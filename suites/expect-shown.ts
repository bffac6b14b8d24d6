import type { Collection } from '../contract/field.js';
import { CannotTell } from '../harness/errors.js';
import type { Exchange } from '../harness/exchange.js';
import { excerpt, expectSuccess, expectThat } from '../harness/expectations.js';
import type { JsonObject, JsonValue } from '../harness/json.js';
import { agrees } from '../target/agreement.js';
import { type Calendar, createdId, type Made, type Written } from '../target/calendar.js';
import type { Shown } from '../target/lens.js';
import type { Address, Via } from '../target/paths.js';

/** Expects that a create was accepted and tells, in its body or in Location, which record it made. */
export function expectCreated(calendar: Calendar, written: Written): Made {
  const { collection, exchange } = written;
  const { status } = expectSuccess(exchange, `a valid record of ${collection}`);
  const id = createdId(calendar.lens, collection, exchange);
  const observed = `${status} without one`;
  expectThat(id !== undefined, { kind: 'shape', expected: 'the id of the created record', observed, exchange });
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

export interface ShownField {
  readonly calendar: Calendar;
  readonly shown: Shown;
  readonly field: string;
  readonly sent: JsonValue;
  /** Where it is shown, for the report: `the answer to the create`. */
  readonly where: string;
  readonly exchange: Exchange;
}

/** Expects a field to be shown as it was sent, in the form in which this target shows it. */
export function expectField({ calendar, shown, field, sent, where, exchange }: ShownField): void {
  const { collection } = shown;
  const fact = calendar.lens.fact(collection, field);
  if (!fact) throw new CannotTell(`the target shows no ${field} of ${collection}`);
  const value = calendar.lens.field(shown, field);
  const [expected, observed] = [`${field} ${tell(sent)} in ${where}`, tell(value)];
  expectThat(agrees({ collection, field, sent, shown: value, fact }), { kind: 'value', expected, observed, exchange });
}

/** Expects every field of a body that the target shows at all to be shown as sent; at least one must be shown. */
export function expectFields(
  calendar: Calendar,
  body: JsonObject,
  { shown, where, exchange }: Pick<ShownField, 'shown' | 'where' | 'exchange'>,
): void {
  const fields = Object.keys(body).filter((field) => calendar.lens.fact(shown.collection, field));
  if (fields.length === 0) throw new CannotTell(`the target shows none of ${Object.keys(body).join(', ')}`);
  for (const field of fields) {
    expectField({ calendar, shown, field, sent: body[field] ?? null, where, exchange });
  }
}

const tell = (value: JsonValue | undefined): string =>
  value === undefined ? 'nothing' : excerpt(JSON.stringify(value));
