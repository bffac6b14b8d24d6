import { brotliDecompressSync, gunzipSync, inflateSync } from 'node:zlib';
import { headerValue, type WireResponse } from './exchange.js';

const decoders: ReadonlyMap<string, (octets: Uint8Array) => Uint8Array> = new Map([
  ['identity', (octets: Uint8Array): Uint8Array => octets],
  ['gzip', gunzipSync],
  ['x-gzip', gunzipSync],
  ['deflate', inflateSync],
  ['br', brotliDecompressSync],
]);

/**
 * The octets of a body with its content coding undone (RFC 9110 section 8.4); undefined when the coding is unknown or
 * not what it says. We ask for none, but some servers code regardless.
 */
export function decodeBody({ headers, body }: WireResponse): Uint8Array | undefined {
  const codings = (headerValue(headers, 'content-encoding') ?? '').toLowerCase().split(',');
  try {
    return codings
      .map((coding) => coding.trim())
      .filter((coding) => coding !== '')
      .reduceRight<Uint8Array | undefined>((octets, coding) => octets && decoders.get(coding)?.(octets), body);
  } catch {
    return undefined;
  }
}
