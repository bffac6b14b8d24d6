import { brotliDecompressSync, gunzipSync, inflateSync } from 'node:zlib';
import { headerValue, type Outcome, type WireResponse } from './exchange.js';
import { excessOf, type JsonValue } from './json.js';

/**
 * A body beyond this is not a page of records: 8 MiB, in octets, as sent and with its coding undone. Several bodies
 * arrive at once, and a few octets may decompress to any number.
 */
export const MAX_BODY = 8 * 1024 * 1024;
const LIMITS = { maxOutputLength: MAX_BODY };
/** Nobody applies more codings than this, except to attack. */
const MOST_CODINGS = 4;

const decoders: ReadonlyMap<string, (octets: Uint8Array) => Uint8Array> = new Map([
  ['identity', (octets: Uint8Array): Uint8Array => octets],
  ['gzip', (octets) => gunzipSync(octets, LIMITS)],
  ['x-gzip', (octets) => gunzipSync(octets, LIMITS)],
  ['deflate', (octets) => inflateSync(octets, LIMITS)],
  ['br', (octets) => brotliDecompressSync(octets, LIMITS)],
]);

/**
 * The octets of a body with its content coding undone (RFC 9110 section 8.4); undefined when the coding is unknown, is
 * not what the header says, or decompresses beyond the limit. We ask for none, but some servers compress regardless.
 */
export function decodeBody(response: WireResponse): Uint8Array | undefined {
  if (undecodable.has(response)) return undefined;
  const decoded = decode(response);
  if (!decoded) undecodable.add(response);
  return decoded;
}

/** Responses that were tried in vain: a few octets may take long to unfold. */
const undecodable = new WeakSet<WireResponse>();

function decode({ headers, body }: WireResponse): Uint8Array | undefined {
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

const decoder = new TextDecoder();

/** Octets as text; those that are not UTF-8 show as U+FFFD, a byte order mark is left out. */
export const toText = (octets: Uint8Array): string => decoder.decode(octets);

/** The text of a body, its content coding undone. */
export const textOf = (response: WireResponse): string => toText(decodeBody(response) ?? response.body);

/** The text of a body, or undefined when it is not UTF-8 or holds a NUL. */
export function bodyText(body: Uint8Array): string | undefined {
  try {
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(body);
    return text.includes('\0') ? undefined : text;
  } catch {
    return undefined;
  }
}

/** The value of a JSON text; undefined when it is not JSON, or more than is read of it. */
export function parseJson(text: string): JsonValue | undefined {
  try {
    return excessOf(text) === undefined ? (JSON.parse(text) as JsonValue) : undefined;
  } catch {
    return undefined;
  }
}

const parsed = new WeakMap<WireResponse, JsonValue | undefined>();

/** The JSON value of a complete response, parsed once; undefined when there is no response or no JSON in it. */
export function jsonOf(outcome: Outcome): JsonValue | undefined {
  if (outcome.kind !== 'response') return undefined;
  const { response } = outcome;
  if (!parsed.has(response)) parsed.set(response, parseJson(textOf(response)));
  return parsed.get(response);
}
