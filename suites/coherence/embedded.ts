import { eventRelations, type Relation, resources } from '../../contract/resources.js';
import type { Exchange } from '../../harness/exchange.js';
import { isJsonArray, isJsonObject, type JsonObject, type JsonValue } from '../../harness/json.js';
import type { Calendar } from '../../target/calendar.js';
import type { Shown } from '../../target/lens.js';
import { byId } from '../../target/paths.js';
import { idsIn, isEmpty, isKeyed } from '../../target/shown-values.js';
import { expectFound } from '../expect-shown.js';
import { fieldIn, type Appearance, shownFields } from '../places.js';
import { expectAlike } from './alike.js';

/** A record of which an event shows more than the id: where, and which of its fields. */
export interface Embedded {
  readonly appearance: Appearance;
  readonly fields: readonly string[];
}

/** What an event shows of a linked record; targets that show ids alone show no fields. */
export function embeddedIn(calendar: Calendar, event: Shown & { readonly exchange: Exchange }, link: Link): Embedded {
  const collection = eventRelations[link.relation];
  const json = objectWith(calendar.lens.field(event, link.relation), link.id) ?? {};
  const shown = { collection, id: link.id, json };
  const fields = shownFields(calendar, collection).filter((field) => !isEmpty(fieldIn(calendar, shown, field)));
  const where = `the event that embeds the ${resources[collection].singular}`;
  return { appearance: { where, shown, exchange: event.exchange }, fields };
}

/** A linked record, by the field of the event that links it. */
export interface Link {
  readonly relation: Relation;
  readonly id: string;
}

function objectWith(value: JsonValue | undefined, id: string): JsonObject | undefined {
  if (isJsonArray(value)) return value.map((one) => objectWith(one, id)).find((found) => found !== undefined);
  if (!isJsonObject(value)) return undefined;
  const below = objectWith(value.data, id) ?? (isKeyed(value) ? objectWith(Object.values(value), id) : undefined);
  return below ?? (idsIn(value).includes(id) ? value : undefined);
}

/** Expects a linked record to be there, and to show what the event shows of it. */
export async function expectAsEmbedded(calendar: Calendar, { appearance, fields }: Embedded): Promise<void> {
  const { collection, id } = appearance.shown;
  const { exchange, ...shown } = await expectFound(calendar, collection, byId({ id }));
  if (fields.length > 0) expectAlike(calendar, { where: 'the item', shown, exchange }, appearance, fields);
}
