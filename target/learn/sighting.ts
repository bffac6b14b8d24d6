import type { Collection } from '../../contract/field.js';
import { jsonOf } from '../../harness/body.js';
import type { Exchange, HeaderPairs } from '../../harness/exchange.js';
import type { JsonObject, JsonValue } from '../../harness/json.js';

/** What was sent for a record, and an answer that shows it. */
export interface ObservedRecord {
  readonly collection: Collection;
  readonly sent: JsonObject;
  readonly body: JsonValue;
}

/** A list answer that holds records of which it is known what was sent. */
export interface ObservedList {
  readonly collection: Collection;
  readonly body: JsonValue;
  readonly headers: HeaderPairs;
  /** What was sent for the records in it, by id as shown. */
  readonly sent: ReadonlyMap<string, JsonObject>;
}

export interface ObservedAnswers {
  /** Answers to writes and item reads. */
  readonly items: readonly ObservedRecord[];
  readonly lists: readonly ObservedList[];
}

/** What an exchange shows of a list; nothing when it was refused or has no JSON. */
export function toObservedLists(
  collection: Collection,
  { outcome }: Exchange,
  sent: ObservedList['sent'],
): readonly ObservedList[] {
  if (outcome.kind !== 'response' || outcome.response.status !== 200) return [];
  const body = jsonOf(outcome);
  return body === undefined ? [] : [{ collection, body, headers: outcome.response.headers, sent }];
}

/** What an exchange shows of a record; nothing when it was refused or has no JSON. */
export function toObservedRecords(
  collection: Collection,
  sent: JsonObject,
  { outcome }: Exchange,
): readonly ObservedRecord[] {
  if (outcome.kind !== 'response' || outcome.response.status >= 300) return [];
  const body = jsonOf(outcome);
  return body === undefined ? [] : [{ collection, sent, body }];
}
