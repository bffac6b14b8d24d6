import type { Collection } from '../../contract/field.js';
import { jsonOf } from '../../harness/body.js';
import type { Exchange, HeaderPairs } from '../../harness/exchange.js';
import type { JsonObject, JsonValue } from '../../harness/json.js';

/** What was sent for a record, and an answer that shows it. */
export interface Sighting {
  readonly collection: Collection;
  readonly sent: JsonObject;
  readonly body: JsonValue;
}

/** A list answer that holds records of which it is known what was sent. */
export interface ListSighting {
  readonly collection: Collection;
  readonly body: JsonValue;
  readonly headers: HeaderPairs;
  /** What was sent for the records in it, by id as shown. */
  readonly sent: ReadonlyMap<string, JsonObject>;
}

export interface Evidence {
  /** Answers to writes and item reads. */
  readonly items: readonly Sighting[];
  readonly lists: readonly ListSighting[];
}

/** What an exchange shows of a list; nothing when it was refused or has no JSON. */
export function toListSighting(
  collection: Collection,
  { outcome }: Exchange,
  sent: ListSighting['sent'],
): readonly ListSighting[] {
  if (outcome.kind !== 'response' || outcome.response.status !== 200) return [];
  const body = jsonOf(outcome);
  return body === undefined ? [] : [{ collection, body, headers: outcome.response.headers, sent }];
}

/** What an exchange shows of a record; nothing when it was refused or has no JSON. */
export function toSighting(collection: Collection, sent: JsonObject, { outcome }: Exchange): readonly Sighting[] {
  if (outcome.kind !== 'response' || outcome.response.status >= 300) return [];
  const body = jsonOf(outcome);
  return body === undefined ? [] : [{ collection, sent, body }];
}
