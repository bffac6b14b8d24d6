import { isDeepStrictEqual } from 'node:util';
import { Inconclusive } from '../../harness/errors.js';
import type { Exchange } from '../../harness/exchange.js';
import { expectJson, expectSuccess, expectThat } from '../../harness/expectations.js';
import { isJsonArray, isJsonObject, type JsonValue } from '../../harness/json.js';

type ReadWith = (query?: readonly (readonly [string, string])[]) => Promise<Exchange>;

/** Expects the index to be the same with a parameter at its default as without it. */
export async function expectSameIndex(read: ReadWith, [name, value]: readonly [string, string]): Promise<void> {
  const plain = await indexOf(read());
  const explicit = await read([[name, value]]);
  const same = isDeepStrictEqual(plain, await indexOf(explicit));
  if (!same && !isDeepStrictEqual(plain, await indexOf(read()))) {
    throw new Inconclusive('the index changes from one read to the next');
  }
  const expected = `the same index with ${name}=${value} as without it`;
  expectThat(same, { kind: 'value', expected, observed: 'another one', exchange: explicit });
}

async function indexOf(reading: Promise<Exchange> | Exchange): Promise<JsonValue> {
  const exchange = await reading;
  expectSuccess(exchange, 'a GET of the namespace');
  return withoutQueries(expectJson(exchange));
}

/** A link to the document itself may repeat the query that was asked with. */
function withoutQueries(json: JsonValue): JsonValue {
  if (typeof json === 'string') return json.replace(/^((?:https?:\/)?\/[^?]*)\?.*$/, '$1');
  if (isJsonArray(json)) return json.map(withoutQueries);
  if (!isJsonObject(json)) return json;
  return Object.fromEntries(Object.entries(json).map(([name, value]) => [name, withoutQueries(value)]));
}
