import { type Exchange, headerValue, isSafe, type WireRequest } from '../wire/exchange.js';
import { decodeBody } from '../wire/message-body.js';
import { isSuccess, statusOf } from '../wire/status.js';

/**
 * Replaces the id or slug of a record in a request: as a segment of its path, a value in its query or a value in its body.
 * A request without it is returned as it is.
 */
export function replaceValue(request: WireRequest, value: string, by: string): WireRequest {
  const target = request.target.replace(inTarget(value), () => by);
  const sent = request.body && Buffer.from(request.body).toString('latin1');
  const body = sent?.replace(inBody(value), () => by);
  if (target === request.target && body === sent) return request;
  return { ...request, target, ...(body !== undefined && { body: Buffer.from(body, 'latin1') }) };
}

/** The number or size of a page is not an id. */
const inTarget = (value: string): RegExp => new RegExp(`(?<=[/=,]|%2[Cc])(?<!page=)${value}(?=[/?&,]|%2[Cc]|$)`, 'g');

/**
 * JSON has numbers without quotes and slugs, even those of digits, with them; a form has no quotes. An author is no
 * record of the interface.
 */
const inBody = (value: string): RegExp =>
  /^\d+$/.test(value)
    ? new RegExp(
        `(?<!"author":\\s*)(?<=[:,[]\\s*|=|%2[Cc])${value}(?=\\s*[,\\]}]|&|%2[Cc]|$)|(?<="slug":\\s*")${value}(?=")`,
        'g',
      )
    : new RegExp(`(?<="|=)${value}(?="|&|$)`, 'g');

/** Where in an answer a value is: the n-th member of a name, or the end of its Location. */
export type Source =
  | { readonly kind: 'member'; readonly name: string; readonly nth: number }
  | { readonly kind: 'location' };

/** An id or slug that a target chose for a new record and that later requests use. */
export interface Carried {
  readonly value: string;
  /** The number of the exchange with the answer that it is in. */
  readonly from: number;
  readonly source: Source;
}

/**
 * What must be carried from the answers of some exchanges into later requests to send these again: records that are
 * created again get other ids. `sought` are ids that are needed though no request uses them.
 */
export function findCarried(exchanges: readonly Exchange[], sought: readonly string[] = []): readonly Carried[] {
  const found = new Map<string, Carried>();
  for (const [index, exchange] of exchanges.entries()) {
    if (isSafe(exchange.request.method)) continue;
    const holds = (value: string) => (one: Exchange) => isIn(one.request, value);
    for (const { value, source } of toNamings(exchange)) {
      // What was sent first was not chosen by the target.
      const isOurs = exchanges.slice(0, index + 1).some(holds(value));
      const isUsed = sought.includes(value) || exchanges.slice(index + 1).some(holds(value));
      if (isOurs || found.has(value) || !isUsed) continue;
      found.set(value, { value, from: exchange.number, source });
    }
  }
  return [...found.values()];
}

/** Whether a request holds an id or slug. */
export const isIn = (request: WireRequest, value: string): boolean => replaceValue(request, value, '') !== request;

type Naming = Pick<Carried, 'value' | 'source'>;

/** The id that a create gave its record: the end of its Location, else its own member; undefined for what creates none. */
export function createdBy(exchange: Exchange): Naming | undefined {
  const { method, target } = exchange.request;
  const [path = ''] = target.split('?');
  if (method !== 'POST' || !/\/[a-z]+$/.test(path) || !isSuccess(statusOf(exchange))) return undefined;
  const namings = toNamings(exchange);
  const own = namings.find(({ source }) => source.kind === 'location') ?? namings.find(isId);
  return own && (namings.find((one) => one.value === own.value && isId(one)) ?? own);
}

const isId = ({ source }: Naming): boolean => source.kind === 'member' && source.name === 'id';

function toNamings({ outcome }: Exchange): readonly Naming[] {
  if (outcome.kind !== 'response') return [];
  const { response } = outcome;
  const text = Buffer.from(decodeBody(response) ?? response.body).toString();
  return [...toMembers(text), ...toLocations(headerValue(response.headers, 'location'))];
}

/** Members that by their name may hold an id or slug, as `member` of the script finds them, and whether the value ends. */
const MEMBER = /"([A-Za-z_]*(?:id|slug|key|identifier))"[ \t]*:[ \t]*"?([A-Za-z0-9_-]+)(["\s,}\]]?)/gi;

/** Values of such members that are not an id. */
const NOTHING = ['0', 'null', 'true', 'false'];

function toMembers(text: string): readonly Naming[] {
  const seen = new Map<string, number>();
  return [...text.matchAll(MEMBER)].flatMap(([, name = '', value = '', end]) => {
    const nth = (seen.get(name) ?? 0) + 1;
    seen.set(name, nth);
    return end === '' || NOTHING.includes(value) ? [] : [{ value, source: { kind: 'member' as const, name, nth } }];
  });
}

function toLocations(location: string | undefined): readonly Naming[] {
  const value = /\/([A-Za-z0-9_-]+)\/?$/.exec(location ?? '')?.[1];
  return value === undefined ? [] : [{ value, source: { kind: 'location' } }];
}
