import { badRequest } from './reply.js';

/** Named values of a query, a form or a JSON object. */
export type Parameters = ReadonlyMap<string, unknown>;

/** What a request without query or body gives. */
export const noParameters: Parameters = new Map();

/** Decodes a part of an address or form; 400 for broken percent-encoding. */
export function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    throw badRequest('invalid_encoding', 'The address or form holds a broken percent-encoding.');
  }
}

/** The pairs of a query or form, decoded, in order; 400 for broken percent-encoding. */
export function parsePairs(text: string): readonly (readonly [name: string, value: string])[] {
  const pairs = text
    .replaceAll('+', ' ')
    .split('&')
    .filter((pair) => pair !== '');
  return pairs.map((pair) => {
    const equals = pair.indexOf('=');
    return equals < 0 ? [decode(pair), ''] : [decode(pair.slice(0, equals)), decode(pair.slice(equals + 1))];
  });
}

/**
 * Parses `a=1&b[]=2&b[]=3&c[0]=4`. A repeated name and brackets make a list; a name inside the brackets makes an
 * object, which no parameter of this interface is, so that it is refused as a wrong type.
 */
export function parseParameters(text: string): Parameters {
  if (text === '') return noParameters;
  const collected = new Map<string, { readonly values: unknown[]; isList: boolean }>();
  for (const [name, value] of parsePairs(text)) {
    const bracket = name.indexOf('[');
    const base = bracket > 0 ? name.slice(0, bracket) : name;
    const entry = collected.get(base) ?? { values: [], isList: bracket > 0 };
    entry.isList ||= entry.values.length > 0;
    entry.values.push(bracket > 0 && !/^\[\d*\]$/.test(name.slice(bracket)) ? {} : value);
    collected.set(base, entry);
  }
  return new Map([...collected].map(([name, { values, isList }]) => [name, isList ? values : values[0]]));
}

/**
 * Values arrive as JSON, or as text in queries and forms. Each function gives the value in its declared type, or
 * undefined where nothing explains it.
 */

const INTEGER = /^[+-]?\d{1,16}$/;
const booleans = new Map<unknown, boolean>([
  ...[true, 1, '1', 'true'].map((value) => [value, true] as const),
  ...[false, 0, '0', 'false'].map((value) => [value, false] as const),
]);

/** A safe integer, or up to 16 digits with a sign that spell one. */
export function toInteger(value: unknown): number | undefined {
  const number = typeof value === 'string' && INTEGER.test(value) ? Number(value) : value;
  return typeof number === 'number' && Number.isSafeInteger(number) ? number : undefined;
}

/** The finite number that a text spells, without blanks around it. */
export function toDouble(value: unknown): number | undefined {
  if (typeof value !== 'string' || value.trim() !== value || value === '') return undefined;
  const number = Number(value);
  return Number.isFinite(number) ? number : undefined;
}

/** The boolean that true, false, 1 and 0 stand for, as JSON or as text. */
export const toBoolean = (value: unknown): boolean | undefined => booleans.get(value);

/** A list from an array, one value, or comma-separated text: `[1, 2]`, `1`, `'1,2'`. */
export const toTokens = (value: unknown): readonly unknown[] =>
  (Array.isArray(value) ? value : [value]).flatMap((item: unknown) =>
    typeof item === 'string' ? item.split(',').map((token) => token.trim()) : [item],
  );

/** A list of integers without repetitions. */
export function toIntegers(value: unknown): readonly number[] | undefined {
  const numbers = toTokens(value).map(toInteger);
  const known = numbers.filter((number) => number !== undefined);
  return known.length === numbers.length ? [...new Set(known)] : undefined;
}
