import type { HeaderPairs, WireRequest } from '../exchange.js';
import { isSafe } from '../method.js';
import { version } from '../version.js';

/**
 * Completes a request's headers: its own first, then those given for the run, then ours, each only when the name is not
 * there yet. A read asks caches to stand aside, so that staleness is the target's own.
 */
export function withHeaders(request: WireRequest, ...given: readonly HeaderPairs[]): WireRequest {
  return { ...request, headers: [...given, standardHeaders(request)].reduce(complete, request.headers) };
}

function complete(headers: HeaderPairs, further: HeaderPairs): HeaderPairs {
  const names = new Set(headers.map(([name]) => name.toLowerCase()));
  return [...headers, ...further.filter(([name]) => !names.has(name.toLowerCase()))];
}

function standardHeaders({ method }: WireRequest): HeaderPairs {
  const always: HeaderPairs = [
    ['Accept', 'application/json'],
    ['User-Agent', `calproof/${version}`],
  ];
  return isSafe(method) ? [...always, ['Cache-Control', 'no-cache']] : always;
}
