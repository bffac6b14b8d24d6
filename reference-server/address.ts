import type { IncomingMessage } from 'node:http';
import type { Language } from '../contract/queries.js';
import { splitSegment } from './languages.js';
import { decode } from './parameters.js';

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
