import type { IncomingMessage } from 'node:http';
import { type Language, languages, segmentLanguages } from '../../contract/queries.js';
import { decode } from './parameter-values.js';
import { invalid } from './reply.js';

/** The language of a request that selects none (`gap.language.records`). */
export const DEFAULT_LANGUAGE: Language = 'en';

/** Splits a language segment (`/nl`) off the front of a path; other paths are left whole. */
function splitSegment(path: string): { readonly segment?: Language; readonly rest: string } {
  const segment = segmentLanguages.find((language) => path.startsWith(`/${language}/`));
  return segment ? { segment, rest: path.slice(segment.length + 1) } : { rest: path };
}

/** The language that a request selects: `ml_language`, else the path segment, else English; 400 for any other. */
export function selectLanguage(parameter: unknown, segment: Language | undefined): Language {
  if (parameter === undefined || parameter === null) return segment ?? DEFAULT_LANGUAGE;
  const language = languages.find((known) => known === parameter);
  if (!language) throw invalid({ ml_language: `must be one of ${languages.join(', ')}` });
  return language;
}

/** Where a request points to. */
export interface Address {
  /** `http://host:port`, as the client addressed it. */
  readonly origin: string;
  readonly segment?: Language;
  /** Path below the REST root, without a trailing slash; undefined outside of it. */
  readonly path?: string;
  /** The query as sent, without the question mark. */
  readonly query: string;
}

const HOST = /^(?:[A-Za-z0-9._-]+|\[[0-9A-Fa-f:.]+\])(?::\d{1,5})?$/;
const ABSOLUTE = /^https?:\/\/[^/?#]*/i;

/**
 * Reads the request target: origin form, or absolute form as RFC 9112 section 3.2.2
 * demands; 400 for broken percent-encoding.
 */
export function readAddress(request: IncomingMessage, basePath: string): Address {
  const { url = '/' } = request;
  const target = url.startsWith('/') ? url : url.replace(ABSOLUTE, '');
  const question = target.indexOf('?');
  const query = question < 0 ? '' : target.slice(question + 1);
  const path = question < 0 ? target : target.slice(0, question);
  if (path.includes('%')) decode(path);
  const { segment, rest } = splitSegment(path);
  const address = { origin: `http://${hostOf(request)}`, query, ...(segment && { segment }) };
  return rest === basePath || rest.startsWith(`${basePath}/`)
    ? { ...address, path: withoutTrailingSlash(rest.slice(basePath.length)) }
    : address;
}

const withoutTrailingSlash = (path: string): string => (path.endsWith('/') ? path.slice(0, -1) : path);

/** A Host that is not one would end up in links: then the socket's own address stands in. */
function hostOf(request: IncomingMessage): string {
  const host = request.headers.host;
  if (host && HOST.test(host)) return host;
  const { localAddress = '127.0.0.1', localPort = 80 } = request.socket;
  return localAddress.includes(':') ? `[${localAddress}]:${localPort}` : `${localAddress}:${localPort}`;
}
