import { decodeBody } from './content-coding.js';
import type { Outcome, WireResponse } from './exchange.js';
import type { JsonValue } from './json.js';

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

/** The value of a JSON text; undefined when it is none. */
export function parseJson(text: string): JsonValue | undefined {
  try {
    return JSON.parse(text) as JsonValue;
  } catch {
    return undefined;
  }
}

const parsed = new WeakMap<WireResponse, JsonValue | undefined>();

/** The JSON value in a whole response, read once; undefined when there is no response or no JSON in it. */
export function jsonOf(outcome: Outcome): JsonValue | undefined {
  if (outcome.kind !== 'response') return undefined;
  const { response } = outcome;
  if (!parsed.has(response)) parsed.set(response, parseJson(textOf(response)));
  return parsed.get(response);
}
