import { expectResponse, expectThat, observe } from '../../kernel/expectations.js';
import { type Exchange, headerValue, type WireResponse } from '../../wire/exchange.js';
import { isJsonObject, type JsonValue, valueAt } from '../../wire/json.js';
import { jsonOf } from '../../wire/message-body.js';

/** What every requirement about a decision of the reference server has in common. */
export const decided = { level: 'MUST', profile: 'reference' } as const;

export function expectStatus(exchange: Exchange, status: number): WireResponse {
  const response = expectResponse(exchange);
  const expected = `status ${status}`;
  expectThat(response.status === status, { kind: 'status', expected, observed: observe(response), exchange });
  return response;
}

/** Expects a refusal in the error format; of a 400 all names that are wrong, and no others (gap.errors.format). */
export function expectError(exchange: Exchange, status: number, wrong: readonly string[] = []): void {
  expectStatus(exchange, status);
  const body = jsonOf(exchange.outcome) ?? null;
  expectJsonAt(exchange, ['data', 'status'], status);
  const params = valueAt(body, ['data', 'params']);
  const names = isJsonObject(params) ? Object.entries(params).filter(([, why]) => isText(why)) : [];
  const [expected, observed] = [toList(wrong), toList(names.map(([name]) => name))];
  expectThat(expected === observed, { kind: 'value', expected: `wrong: ${expected}`, observed, exchange });
  const explains = isText(valueAt(body, ['code'])) && isText(valueAt(body, ['message']));
  expectThat(explains, { kind: 'shape', expected: 'a code and a message', observed: JSON.stringify(body), exchange });
}

const isText = (value: JsonValue | undefined): boolean => typeof value === 'string' && value !== '';
const toList = (names: readonly string[]): string => names.toSorted().join(', ') || 'nothing';

/** Expects a value at a place of a JSON body. */
export function expectJsonAt(exchange: Exchange, path: readonly string[], value: JsonValue): void {
  const observed = JSON.stringify(valueAt(jsonOf(exchange.outcome) ?? null, path)) ?? 'nothing';
  const wanted = JSON.stringify(value);
  const expected = `${path.join('.') || 'the body'} ${wanted}`;
  expectThat(observed === wanted, { kind: 'value', expected, observed, exchange });
}

export function expectHeader(exchange: Exchange, name: string, value: string): void {
  const observed = headerValue(expectResponse(exchange).headers, name) ?? 'none';
  expectThat(observed === value, { kind: 'header', expected: `${name}: ${value}`, observed, exchange });
}
