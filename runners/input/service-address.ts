import { DEFAULT_NAMESPACE } from '../../contract/operations.js';
import { toSentence } from '../../wire/preflight/diagnosis.js';
import { parseAddress } from '../../wire/preflight/address.js';
import { wrongUse } from './command-error.js';

/** Where a target is: scheme, host and port; the path of its REST root without a slash at its end; its namespace. */
export interface Address {
  readonly origin: string;
  readonly root: string;
  readonly namespace: string;
  readonly isLoopback: boolean;
}

const NAMESPACE_AT_END = /\/([^/]+\/events\/v1)$/;

/** A namespace as in the path, without slashes around it. */
export const toNamespace = (text: string): string => text.replace(/^\/+|\/+$/g, '');

/**
 * Reads the URL of a REST root; one that already ends in the namespace is understood. Throws a wrong use for anything
 * that is no http or https URL, or that carries credentials, a query or a fragment.
 */
export function toAddress(text: string, namespace?: string): Address {
  const url = parse(text);
  const path = url.pathname.replace(/\/+$/, '');
  const found = namespace === undefined ? NAMESPACE_AT_END.exec(path)?.[1] : namespace;
  const end = `/${found}`;
  return {
    origin: url.origin,
    root: found !== undefined && path.endsWith(end) ? path.slice(0, -end.length) : path,
    namespace: found ?? DEFAULT_NAMESPACE,
    isLoopback: isLoopback(url.hostname),
  };
}

function parse(text: string): URL {
  const address = parseAddress(text);
  if (address.kind === 'unusable') throw wrongUse(toSentence(address.diagnosis, (text) => text));
  const { url } = address;
  if (!url.search && !url.hash) return url;
  throw wrongUse(`The URL of a REST root has no query or fragment; remove ${url.search}${url.hash}.`);
}

/** Whether a host is this machine: 127.0.0.0/8, ::1 or a name that always is (RFC 6761 section 6.3). */
const isLoopback = (hostname: string): boolean =>
  hostname === '[::1]' || /^127(\.\d+){3}$/.test(hostname) || /(^|\.)localhost$/.test(hostname);
