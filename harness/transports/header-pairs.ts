import type { HeaderPairs } from '../exchange.js';

/** Pairs up a flat list of names and values, as Node and undici give raw headers; octets are read as Latin-1. */
export function toHeaderPairs(flat: readonly (string | Buffer)[]): HeaderPairs {
  const text = flat.map((item) => (typeof item === 'string' ? item : item.toString('latin1')));
  return text.flatMap((name, at) => (at % 2 === 0 ? [[name, text[at + 1] ?? ''] as const] : []));
}

/** Asks for the octets as they are, unless the request names codings itself: its absence means any (RFC 9110 12.5.3). */
export function withIdentityCoding(headers: HeaderPairs): HeaderPairs {
  const named = headers.some(([name]) => name.toLowerCase() === 'accept-encoding');
  return named ? headers : [...headers, ['accept-encoding', 'identity']];
}
