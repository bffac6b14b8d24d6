import type { Collection } from '../contract/field.js';
import { resourceOf } from '../contract/resources.js';
import type { Exchange } from '../harness/exchange.js';
import { isJsonObject, type JsonValue, valueAt } from '../harness/json.js';
import { isEmpty } from '../target/agreement.js';
import type { Calendar } from '../target/calendar.js';
import { findField } from '../target/discover.js';
import type { Shown } from '../target/lens.js';

/** One place that shows a record: the answer to a write, an item, a list. */
export interface Place {
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

/** Whether a field is to be seen where a record is shown: lists may show less of it than items do. */
export const isShownBy = ({ lens }: Calendar, shown: Shown, field: string): boolean => {
  const fact = lens.fact(shown.collection, field);
  return fact !== undefined && !(shown.isListed && fact.isUnlisted);
};

/** A field in one place, also where that place writes it otherwise than most: bare, or wrapped. */
export function fieldIn({ lens }: Calendar, shown: Shown, field: string): JsonValue | undefined {
  const usual = lens.field(shown, field);
  const path = usual === undefined || isJsonObject(usual) ? findField(shown.json, field) : undefined;
  return path ? valueAt(shown.json, path) : usual;
}

/** Whether a place shows any field of the record; some show an id alone, or nothing. */
export const showsFields = (calendar: Calendar, shown: Shown): boolean =>
  shownFields(calendar, shown.collection).some((field) => !isEmpty(fieldIn(calendar, shown, field)));
