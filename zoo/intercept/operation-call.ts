import { findOperation, type Operation, pathBelow } from '../../contract/operations.js';
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

/** Which operation of a collection a request asks for, in any language segment; undefined for anything else. */
export function toOperationCall(request: WireRequest, namespace: string): OperationCall | undefined {
  const operation = findOperation(request, namespace);
  if (!operation?.collection) return undefined;
  const below = pathBelow(request, namespace) ?? '';
  const [path = '', query = ''] = request.target.split('?', 2);
  const base = path.replace(/\/$/, '').slice(0, -below.length);
  return {
    request,
    operation,
    collection: operation.collection,
    address: operation.addressing ? decode(below.split('/').at(-1) ?? '') : '',
    query: new URLSearchParams(query),
    at: (other) => `${base}${other}`,
  };
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
