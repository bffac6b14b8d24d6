import type { Interceptor } from '../../wire/exchange.js';
import { isJsonArray, isJsonObject, type JsonValue } from '../../wire/json.js';
import { parseJson, toText } from '../../wire/message-body.js';
import { attackOf, attacks } from '../reports/hostile.js';

/** Names with texts that a target needs to be understood at all: paths and times. */
const KEPT = /(_|^)(url|date|date_utc|status|timezone|slug)$/;

/** How many texts are short before one is long. */
const SHORT = 100;

/** Every other text of an answer becomes an attack, and some are a megabyte long. */
export function createHostile(): Interceptor {
  let said = 0;
  const attack = (): string => {
    said += 1;
    return said % SHORT === 0 ? attackOf(2 ** 20) : (attacks[said % attacks.length] ?? '');
  };
  const poison = (value: JsonValue, name = ''): JsonValue => {
    if (isJsonArray(value)) return value.map((item) => poison(item, name));
    if (isJsonObject(value)) {
      return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, poison(member, key)]));
    }
    return typeof value === 'string' && !KEPT.test(name) ? attack() : value;
  };
  return async (request, next) => {
    const outcome = await next(request);
    if (outcome.kind !== 'response') return outcome;
    const json = parseJson(toText(outcome.response.body));
    if (json === undefined) return outcome;
    const body = Buffer.from(JSON.stringify(poison(json)));
    const headers = outcome.response.headers.filter(([name]) => !/^(content-length|etag)$/i.test(name));
    return { kind: 'response', response: { ...outcome.response, headers, body } };
  };
}
