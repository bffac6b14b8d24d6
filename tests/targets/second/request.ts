import type { IncomingMessage } from 'node:http';
import type { Body } from './accept.js';
import type { Call } from './call.js';
import { Problem } from './problem.js';
import { toQuery } from './query.js';
import { isLanguage, type Language } from './row.js';
import type { Site } from './site.js';

/** Where the service lies: `{origin}/site[/{language}]/rest/agenda/events/v1`. */
export const SITE_PATH = '/site';
export const NAMESPACE = 'agenda/events/v1';
const address = /^\/site(?:\/(nl|de|fr))?\/rest(?:\/agenda\/events\/v1(\/.*)?)?$/;

/** A request to the namespace, or to the REST root above it. */
export type Addressed = { readonly at: 'root' } | { readonly at: 'namespace'; readonly call: Call };

/** Reads where a request goes. Throws a Problem for an address that is unknown or cannot be read. */
export function toCall(site: Site, request: IncomingMessage, body: Body): Addressed {
  const origin = `http://${request.headers.host ?? '127.0.0.1'}`;
  const url = new URL(`${origin}${request.url ?? '/'}`);
  const match = address.exec(url.pathname);
  if (!match) throw new Problem(404, 'There is nothing here.');
  const [, segment, below] = match;
  if (!url.pathname.includes(NAMESPACE)) return { at: 'root' };
  const query = toQuery(url.searchParams);
  const home = `${origin}${SITE_PATH}`;
  const call: Call = {
    site,
    method: request.method ?? 'GET',
    path: toPath(below ?? ''),
    url: `${origin}${url.pathname}`,
    base: `${home}${segment ? `/${segment}` : ''}/rest/${NAMESPACE}`,
    root: `${home}/rest`,
    query,
    body,
    language: toLanguage(site, [segment, query.get('ml_language'), body.ml_language]),
  };
  return { at: 'namespace', call };
}

/** The path's segment wins over the parameter; what names no language is passed over. */
const toLanguage = (site: Site, named: readonly unknown[]): Language =>
  named.filter((one) => typeof one === 'string').find(isLanguage) ?? site.language;

function toPath(below: string): readonly string[] {
  try {
    return below.split('/').slice(1).map(decodeURIComponent);
  } catch {
    throw new Problem(400, 'The address cannot be read.');
  }
}
