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
