import { jsonOf } from '../../harness/body.js';
import { type Exchange, headerValues } from '../../harness/exchange.js';
import { isJsonObject, type JsonValue } from '../../harness/json.js';
import { walk } from '../../target/walk.js';

export type Direction = 'next' | 'previous';

const names: Readonly<Record<Direction, RegExp>> = {
  next: /^next(_?(rest|page))?(_?(url|link|href))?$/i,
  previous: /^prev(ious)?(_?(rest|page))?(_?(url|link|href))?$/i,
};

const relations: Readonly<Record<Direction, RegExp>> = {
  next: /;\s*rel="?[^";]*\bnext\b/i,
  previous: /;\s*rel="?[^";]*\bprev(ious)?\b/i,
};

/** An address, or an object that holds one as HAL does; a page number is none. */
function addressIn(value: JsonValue): string | undefined {
  const address = isJsonObject(value) ? (value.href ?? value.url) : value;
  return typeof address === 'string' && /[/?]/.test(address) ? address : undefined;
}

/** The links that lead from a page to a neighbour: in the body by their names, and in Link headers (RFC 8288). */
export function findPageLinks({ outcome }: Exchange, direction: Direction): readonly string[] {
  const body = jsonOf(outcome);
  const places = body === undefined ? [] : [...walk(body)];
  const inBody = places
    .filter(({ path }) => names[direction].test(path.at(-1) ?? ''))
    .flatMap(({ value }) => addressIn(value) ?? []);
  const headers = outcome.kind === 'response' ? headerValues(outcome.response.headers, 'link') : [];
  const inHeaders = headers
    .flatMap((value) => value.split(/,\s*(?=<)/))
    .filter((link) => relations[direction].test(link))
    .flatMap((link) => link.match(/<([^>]*)>/)?.[1] ?? []);
  return [...new Set([...inBody, ...inHeaders])];
}
