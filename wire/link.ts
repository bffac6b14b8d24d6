import { headerValue, type Outcome } from './exchange.js';
import { REDIRECTS } from './status.js';

/** Stands in for the origin: behind a proxy, links may have another one. */
const SOMEWHERE = 'http://target.invalid';

/** The origin-form of a link, resolved against its request; undefined for an invalid URL. */
export function resolveLink(link: string, target: string): string | undefined {
  const base = `${SOMEWHERE}${target}`;
  if (!URL.canParse(link, base)) return undefined;
  const { pathname, search } = new URL(link, base);
  return `${pathname}${search}`;
}

/** The most redirects that are followed for one request. */
export const MAX_HOPS = 3;

/** The target of a redirect: the origin-form of its Location, on whatever host; undefined for any other outcome. */
export function redirectTarget(outcome: Outcome, from: string): string | undefined {
  if (outcome.kind !== 'response' || !REDIRECTS.includes(outcome.response.status)) return undefined;
  const location = headerValue(outcome.response.headers, 'location');
  return location === undefined ? undefined : resolveLink(location, from);
}
