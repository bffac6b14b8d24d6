import { isDeepStrictEqual } from 'node:util';
import { isJsonArray, isJsonObject, type JsonValue } from '../../harness/json.js';
import type { FactId } from '../facts/fact.js';

/** What depends on the day and the seed, and says nothing about a target that others would not say too. */
const descriptive: readonly FactId[] = ['languages.values'];

/**
 * Whether what was learned is not what was pinned. Only what both runs could see is compared: a run that writes nothing
 * learns less of a field. Where several values were seen, a new one is a drift, and one that was not met again is none.
 */
export function isDrift(id: FactId, pinned: JsonValue, learned: JsonValue): boolean {
  if (descriptive.includes(id)) return false;
  if (isJsonObject(pinned) && isJsonObject(learned)) {
    const both = Object.keys(pinned).filter((name) => learned[name] !== undefined);
    return both.some((name) => isOther(pinned[name] ?? null, learned[name] ?? null));
  }
  return !isDeepStrictEqual(pinned, learned);
}

const isOther = (pinned: JsonValue, learned: JsonValue): boolean =>
  isJsonArray(pinned) && isJsonArray(learned)
    ? learned.some((one) => !pinned.includes(one))
    : !isDeepStrictEqual(pinned, learned);
