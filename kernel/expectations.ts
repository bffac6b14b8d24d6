import { Inconclusive } from '../wire/errors.js';
import { type Exchange, headerValue, type WireResponse } from '../wire/exchange.js';
import type { JsonValue } from '../wire/json.js';
import { jsonOf, textOf } from '../wire/message-body.js';
import { INCONCLUSIVE, isSuccess, NO_VISIBLE_RECORD, REFUSALS } from '../wire/status.js';
import { Deviation, type DeviationDetails, type DeviationSubject } from './deviation.js';
import { excerpt } from './excerpt.js';
import { countExpectation } from './tally.js';

/**
 * Expects something of the target. Only this function throws deviations; all other expectations call it. Details that
 * are costly to compute may be given as a function, which is called only for a deviation.
 */
export function expectThat(holds: boolean, details: DeviationDetails | (() => DeviationDetails)): asserts holds {
  countExpectation();
  if (!holds) throw new Deviation(typeof details === 'function' ? details() : details);
}

/** Expects a complete and well-framed response. */
export function expectResponse(exchange: Exchange): WireResponse {
  const { outcome } = exchange;
  if (outcome.kind === 'unreachable') throw new Inconclusive(`the target could not be reached: ${outcome.message}`);
  if (outcome.kind === 'response') return outcome.response;
  const observed =
    outcome.kind === 'truncated' ? 'a response cut off before its end' : `${outcome.kind}: ${outcome.message}`;
  expectThat(false, { kind: 'framing', expected: 'a complete HTTP response', observed, exchange });
}

function expectDecisive(exchange: Exchange): WireResponse {
  const response = expectResponse(exchange);
  const { status } = response;
  if (INCONCLUSIVE.includes(status)) throw new Inconclusive(`${toLine(exchange)} was answered with ${status}`);
  return response;
}

/** Expects a decisive status that fits. */
function expectStatus(
  exchange: Exchange,
  expected: string,
  fits: (status: number) => boolean,
  about: DeviationSubject,
): WireResponse {
  const response = expectDecisive(exchange);
  expectThat(fits(response.status), () => ({
    kind: 'status',
    expected,
    observed: observe(response, about.field?.split('.').at(-1)),
    exchange,
    about,
  }));
  return response;
}

/** Expects a request that the contract allows to be accepted: a status of 2xx. */
export const expectSuccess = (exchange: Exchange, what: string, about?: DeviationSubject): WireResponse =>
  expectStatus(exchange, `${what} to be accepted (2xx)`, isSuccess, { wanted: 'accepted', ...about });

/** Expects a request to be refused as the client's fault; closing the connection on an oversize body counts too. */
export function expectRefusal(exchange: Exchange, what: string, about?: DeviationSubject): void {
  if (exchange.outcome.kind === 'reset' && (exchange.request.body?.length ?? 0) > 1_000_000) return countExpectation();
  expectStatus(exchange, `${what} to be refused (4xx)`, (status) => REFUSALS.includes(status), {
    wanted: 'refused',
    ...about,
  });
}

/** Expects an address to have no record: it never existed, was deleted or is not visible. */
export function expectAbsent(exchange: Exchange, what: string): void {
  expectStatus(exchange, `${what} not to be found`, (status) => NO_VISIBLE_RECORD.includes(status), {
    wanted: 'absent',
  });
}

/** Expects a JSON body with a JSON media type (RFC 9110 section 8.3, RFC 8259) and returns its value. */
export function expectJson(exchange: Exchange): JsonValue {
  const response = expectResponse(exchange);
  const type = headerValue(response.headers, 'content-type') ?? 'no Content-Type';
  const labelled = /^\s*(application|text)\/([\w.+-]+\+)?json\b/i.test(type);
  const parsed = jsonOf(exchange.outcome);
  expectThat(parsed !== undefined, () => ({
    kind: 'media-type',
    expected: 'a JSON body',
    observed: excerpt(textOf(response)),
    exchange,
  }));
  expectThat(labelled, { kind: 'media-type', expected: 'a JSON media type', observed: type, exchange });
  return parsed;
}

const toLine = ({ request }: Exchange): string => `${request.method} ${request.target}`;

/** A response in one line: its status and the beginning of its body, or what is around a member in it. */
export function observe(response: WireResponse, member?: string): string {
  if (response.body.length === 0) return `${response.status} without a body`;
  const text = textOf(response);
  const near = member === undefined ? 0 : text.replace(/\s+/g, ' ').indexOf(`"${member}"`);
  return `${response.status} with ${excerpt(text, Math.max(0, near))}`;
}
