import type { Collection } from '../contract/field.js';
import { resourceOf } from '../contract/resources.js';
import type { Exchange } from '../harness/exchange.js';
import { isJsonObject, type JsonValue, valueAt } from '../harness/json.js';
import { isEmpty } from '../target/agreement.js';
import type { Calendar } from '../target/calendar.js';
import { findField, isInRecord } from '../target/discover.js';
import type { Shown } from '../target/lens.js';

/** One place that shows a record: the answer to a write, an item, a list. */
export interface Appearance {
  /** For the report: `the list`. */
  readonly where: string;
  readonly shown: Shown;
  readonly exchange: Exchange;
}

/** The fields of a collection that the target shows somewhere, its slug among them. */
export const shownFields = ({ lens }: Calendar, collection: Collection): readonly string[] =>
  [...new Set([...Object.keys(resourceOf(collection).fields), 'slug'])].filter(
    (field) => lens.fact(collection, field) !== undefined,
  );

/** Whether a field is to be seen where a record is shown: elsewhere than by its id, less of it may be. */
export const isShownBy = (calendar: Calendar, shown: Shown, field: string): boolean =>
  calendar.lens.fact(shown.collection, field) !== undefined && !isLeftOut(calendar, shown, field);

/**
 * Whether an answer leaves a field out that items by id show: lists, answers to writes and items by slug may. Where
 * answers to writes show what was sent alone, each shows other fields.
 */
export function isLeftOut(
  { lens, profile }: Calendar,
  { collection, json, by, isListed }: Shown,
  field: string,
): boolean {
  const fact = lens.fact(collection, field);
  if (fact === undefined) return false;
  const isTerse = by !== undefined && (profile.shapes[collection]?.terse?.includes(by) ?? false);
  return isTerse ? !isInRecord(json, field, fact.path) : isListed === true && fact.isUnlisted === true;
}

/** A field in one place, also where that place writes it otherwise than most: bare, or wrapped. */
export function fieldIn({ lens }: Calendar, shown: Shown, field: string): JsonValue | undefined {
  const usual = lens.field(shown, field);
  const path = usual === undefined || isJsonObject(usual) ? findField(shown.json, field) : undefined;
  return path ? valueAt(shown.json, path) : usual;
}

/** Whether a place shows any field of the record; some show an id alone, or nothing. */
export const showsFields = (calendar: Calendar, shown: Shown): boolean =>
  shownFields(calendar, shown.collection).some((field) => !isEmpty(fieldIn(calendar, shown, field)));
