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

/** The link that leads from a page to a neighbour: in the body by its name, else in a Link header (RFC 8288). */
export function findPageLink({ outcome }: Exchange, direction: Direction): string | undefined {
  const body = jsonOf(outcome);
  const places = body === undefined ? [] : [...walk(body)];
  const inBody = places
    .filter(({ path }) => names[direction].test(path.at(-1) ?? ''))
    .map(({ value }) => addressIn(value))
    .find((address) => address !== undefined);
  if (inBody !== undefined || outcome.kind !== 'response') return inBody;
  const links = headerValues(outcome.response.headers, 'link').flatMap((value) => value.split(/,\s*(?=<)/));
  return links.find((link) => relations[direction].test(link))?.match(/<([^>]*)>/)?.[1];
}
