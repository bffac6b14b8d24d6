import type { HeaderPairs, WireRequest } from '../exchange.js';
import { isSafe } from '../method.js';
import { version } from '../version.js';

/**
 * Completes a request's headers: its own first, then those given for the run, then ours, each only when the name is not
 * there yet. A read asks caches to stand aside, so that staleness is the target's own.
 */
export function withHeaders(request: WireRequest, ...given: readonly HeaderPairs[]): WireRequest {
  const headers = [...request.headers];
  const names = new Set(headers.map(([name]) => name.toLowerCase()));
  for (const further of [...given, isSafe(request.method) ? forReads : always]) {
    const missing = further.filter(([name]) => !names.has(name.toLowerCase()));
    for (const pair of missing) {
      headers.push(pair);
      names.add(pair[0].toLowerCase());
    }
  }
  return { ...request, headers };
}

const always: HeaderPairs = [
  ['Accept', 'application/json'],
  ['User-Agent', `calproof/${version}`],
];

const forReads: HeaderPairs = [...always, ['Cache-Control', 'no-cache']];
