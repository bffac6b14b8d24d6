import type { Shown } from '../../adapter/reading/lens.js';
import type { Address } from '../../adapter/reading/paths.js';
import { type Collection, eventRelations, resourceOf } from '../../contract/resources.js';
import type { Exchange } from '../../wire/exchange.js';
import type { JsonObject, JsonValue } from '../../wire/json.js';

/** What a field must show: what was sent in it, or what it showed first after the last write that may touch it. */
export type Expected =
  | {
      readonly as: 'sent';
      readonly value: JsonValue;
      readonly zone: JsonValue | undefined;
      /** How many writes of the execution there were by then, this one included. */
      readonly writes: number;
    }
  | {
      readonly as: 'shown';
      readonly value: JsonValue | undefined;
      /** How many writes of the execution came before. */
      readonly writes: number;
      readonly shown: Shown;
      readonly exchange: Exchange;
      /** Whether it was shown whatever others do. */
      readonly certain: boolean;
    };

/** A record that was created in the execution, as far as it is known. */
export interface OwnState {
  readonly collection: Collection;
  readonly id: string;
  readonly fields: Map<string, Expected>;
  /** The fields that some write sent a value in: no default, which may follow from others. */
  readonly sent: Set<string>;
  /** The tokens in all that was sent for it: a text with another one is that of another record. */
  readonly tokens: Set<string>;
}

/** The records of an execution. */
export type OwnStates = Map<string, OwnState>;

export const keyOf = ({ collection, id }: { readonly collection: Collection; readonly id: string }): string =>
  `${collection}/${id}`;

/** Fields of which one may move another. */
const bound: readonly (readonly string[])[] = [
  ['title', 'name', 'venue', 'organizer', 'slug', 'website'],
  ['start_date', 'end_date', 'timezone', 'all_day'],
  ['status', 'date', 'date_utc', 'slug'],
  ['country', 'state', 'province', 'stateprovince'],
  ['description', 'excerpt'],
  ['show_map', 'show_map_link'],
];

/** The fields that a write of some may touch. */
export function touchedBy(collection: Collection, names: readonly string[]): readonly string[] {
  // The venue and the organizer of an event are no names.
  const isName = (name: string): boolean => collection !== 'events' || !(name in eventRelations);
  const moved = bound.filter((unit) => unit.some((name) => names.includes(name) && isName(name))).flat();
  return [...names, ...moved.filter(isName)];
}

/** Fields that name other records: what is deleted is no longer there to be named. */
const relationFields: readonly string[] = [...Object.keys(eventRelations), 'parent'];

/** Forgets what a deleted record may have been to others. */
export function forgetRelations(states: OwnStates): void {
  for (const { fields } of states.values()) for (const name of relationFields) fields.delete(name);
}

/** The record at an address, if just one is known to be there. */
export function findAt(states: OwnStates, collection: Collection, { by, value }: Address): OwnState | undefined {
  if (by === 'id') return states.get(keyOf({ collection, id: value }));
  const found = [...states.values()].filter((one) => one.collection === collection && slugOf(one) === value);
  return found.length === 1 ? found[0] : undefined;
}

function slugOf({ fields }: OwnState): JsonValue | undefined {
  const slug = fields.get('slug');
  return slug?.as === 'shown' ? slug.value : undefined;
}

/** Whether a body says anything in a field. */
export const saysAnything = (value: JsonValue | undefined): value is JsonValue =>
  value !== undefined && value !== null && value !== '' && !(Array.isArray(value) && value.length === 0);

/** The documented fields of a body. */
export const fieldsOf = (collection: Collection, body: JsonObject): readonly string[] =>
  Object.keys(body).filter((name) => name in resourceOf(collection).fields || name === 'slug');
