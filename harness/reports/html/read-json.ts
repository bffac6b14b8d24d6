import type { JsonValue } from '../../json.js';

/** What nests more deeply is shown as it is: no record does, and walking it could exhaust the stack. */
const DEEPEST = 60;

/** What a text holds as JSON, an object or an array; undefined for any other text. */
export function readJson(text: string): JsonValue | undefined {
  if (!/^\s*[[{]/.test(text)) return undefined;
  try {
    const value = JSON.parse(text) as JsonValue;
    return isShallow(value, DEEPEST) ? value : undefined;
  } catch {
    return undefined;
  }
}

const isShallow = (value: JsonValue, most: number): boolean =>
  typeof value !== 'object' ||
  value === null ||
  (most > 0 && Object.values(value).every((one) => isShallow(one, most - 1)));
