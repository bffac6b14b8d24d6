import type { Collection } from '../contract/field.js';
import type { Operation } from '../contract/operation.js';
import { operations } from '../contract/operations.js';
import type { WireRequest } from '../harness/exchange.js';

/** Which operation of a collection a request asks for, and of which record. */
export interface Asked {
  readonly request: WireRequest;
  readonly operation: Operation;
  readonly collection: Collection;
  /** The id or slug as sent, decoded; empty where none belongs. */
  readonly address: string;
  readonly query: URLSearchParams;
  /** The target of another path below the same namespace, in the same language segment. */
  at(path: string): string;
}

/** The path of a request below the namespace, without its query and a slash at its end; undefined for any other. */
export function pathBelow({ target }: WireRequest, namespace: string): string | undefined {
  const path = target.split('?', 1)[0] ?? '';
  const at = path.indexOf(`/${namespace}`);
  const below = path.slice(at + namespace.length + 1).replace(/\/$/, '');
  return at >= 0 && (below === '' || below.startsWith('/')) ? below : undefined;
}

/** Finds the operation that a request asks for, in any language segment; undefined for anything else. */
export function toAsked(request: WireRequest, namespace: string): Asked | undefined {
  const below = pathBelow(request, namespace);
  if (below === undefined) return undefined;
  const given = below.split('/');
  const alike = patterns.get(`${request.method} ${given.length}`) ?? [];
  const operation = alike.find(([, wanted]) => fits(wanted, given))?.[0];
  if (!operation?.collection) return undefined;
  const [path = '', query = ''] = request.target.split('?', 2);
  const base = path.replace(/\/$/, '').slice(0, -below.length);
  return {
    request,
    operation,
    collection: operation.collection,
    address: operation.addressing ? decode(given.at(-1) ?? '') : '',
    query: new URLSearchParams(query),
    at: (other) => `${base}${other}`,
  };
}

type Pattern = readonly [Operation, segments: readonly string[]];

/** The operations by method and number of segments: every request is looked up here, by each fault that it passes. */
const patterns = new Map<string, Pattern[]>();
for (const operation of operations) {
  const segments = operation.path.split('/');
  const key = `${operation.method} ${segments.length}`;
  patterns.set(key, [...(patterns.get(key) ?? []), [operation, segments]]);
}

/** Whether segments are those of a pattern of as many: `{id}` and `{slug}` stand for any one. */
const fits = (wanted: readonly string[], given: readonly string[]): boolean =>
  wanted.every((part, at) => (part.startsWith('{') ? given[at] !== '' && given[at] !== 'by-slug' : part === given[at]));

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
