import { brotliDecompressSync, gunzipSync, inflateSync } from 'node:zlib';
import { headerValue, type WireResponse } from './exchange.js';

/** A few octets may unfold to any number: what is larger than this is no page of records. */
const LIMITS = { maxOutputLength: 64 * 1024 * 1024 };
/** Nobody codes more often than this but to keep us busy. */
const MOST_CODINGS = 4;

const decoders: ReadonlyMap<string, (octets: Uint8Array) => Uint8Array> = new Map([
  ['identity', (octets: Uint8Array): Uint8Array => octets],
  ['gzip', (octets) => gunzipSync(octets, LIMITS)],
  ['x-gzip', (octets) => gunzipSync(octets, LIMITS)],
  ['deflate', (octets) => inflateSync(octets, LIMITS)],
  ['br', (octets) => brotliDecompressSync(octets, LIMITS)],
]);

/**
 * The octets of a body with its content coding undone (RFC 9110 section 8.4); undefined when the coding is unknown or
 * not what it says, or unfolds beyond all bounds. We ask for none, but some servers code regardless.
 */
export function decodeBody({ headers, body }: WireResponse): Uint8Array | undefined {
  const codings = (headerValue(headers, 'content-encoding') ?? '').toLowerCase().split(',');
  if (codings.length > MOST_CODINGS) return undefined;
  try {
    return codings
      .map((coding) => coding.trim())
      .filter((coding) => coding !== '')
      .reduceRight<Uint8Array | undefined>((octets, coding) => octets && decoders.get(coding)?.(octets), body);
  } catch {
    return undefined;
  }
}
