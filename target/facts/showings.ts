import type { Collection } from '../../contract/field.js';
import { type JsonObject, type JsonValue, valueAt } from '../../harness/json.js';
import { isInRecord } from '../discover.js';
import { isBySlug } from '../paths.js';
import type { FieldFact } from '../profile.js';
import { type FactSources, idIn, sentOf, exchangesOf } from './sources.js';
import type { ReadExchange } from './told.js';

/** A field of a record that was shown: what stands there, and what was sent for it where that is known. */
export interface FieldShowing {
  readonly exchange: ReadExchange;
  readonly value: JsonValue | undefined;
  /** Undefined for a record of which it is not known what was sent, null for a field that was not sent. */
  readonly sent: JsonValue | undefined;
}

/** A field by its name, and where it stands. */
export interface Named {
  readonly name: string;
  readonly fact: FieldFact;
}

/** Every time that the field is shown or left out, in answers that show more of a record than its id, and may show it. */
export function showingsOf(
  sources: FactSources,
  collection: Collection,
  { name, fact }: Named,
): readonly FieldShowing[] {
  const sent = sentOf(sources, collection);
  const all = exchangesOf(sources, collection).filter(({ about }) => !(fact.isUnlisted && about?.deed === 'list'));
  return all.flatMap((told) =>
    told.records
      .filter(hasFields)
      .filter(isPossible(sources, told, { name, fact }))
      .map((record) => {
        const body = sent.get(idIn(sources, collection, record));
        return { exchange: told, value: valueAt(record, fact.path), sent: body && (body[name] ?? null) };
      }),
  );
}

/** Whether a record would show a field, where places that show less of records leave out what they do not show. */
const isPossible =
  ({ profile }: FactSources, { about }: ReadExchange, { name, fact }: Named) =>
  (record: JsonObject): boolean => {
    if (!about || about.deed === 'list') return true;
    const place = about.deed !== 'read' ? 'write' : isBySlug(`/${about.address}`) ? 'by-slug' : undefined;
    const isTerse = place !== undefined && (profile.shapes[about.collection]?.terse?.includes(place) ?? false);
    return !isTerse || isInRecord(record, name, fact.path);
  };

const hasFields = (record: JsonObject): boolean => Object.keys(record).length > 1;
