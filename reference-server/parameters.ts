import { badRequest } from './refusal.js';

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
