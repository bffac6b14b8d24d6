import { type Operation, operations } from '../../contract/operations.js';
import type { Collection } from '../../contract/resources.js';
import type { WireRequest } from '../../wire/exchange.js';

/** Which operation of a collection a request asks for, and of which record. */
export interface OperationCall {
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
export function toOperationCall(request: WireRequest, namespace: string): OperationCall | undefined {
  const below = pathBelow(request, namespace);
  if (below === undefined) return undefined;
  const given = below.split('/');
  const operation = patterns.find(([{ method }, wanted]) => method === request.method && fits(wanted, given))?.[0];
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

/** The operations, and the segments of their paths. */
const patterns = operations.map((operation) => [operation, operation.path.split('/')] as const);

/** Whether the segments of a path are those of a pattern: `{id}` and `{slug}` stand for any one. */
function fits(wanted: readonly string[], given: readonly string[]): boolean {
  const isPart = (part: string, at: number): boolean =>
    part.startsWith('{') ? given[at] !== '' && given[at] !== 'by-slug' : part === given[at];
  return wanted.length === given.length && wanted.every(isPart);
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
