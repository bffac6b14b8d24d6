import { stringify } from 'fast-check';
import type { JsonValue } from '../json.js';

/** A generated value as JSON, by its own `toJSON` where it has one; what JSON cannot hold becomes its text. */
export function toJsonValue(value: unknown): JsonValue {
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return value;
  if (typeof value === 'number') return Number.isFinite(value) ? value : stringify(value);
  if (Array.isArray(value)) return value.map(toJsonValue);
  if (typeof value === 'object' && 'toJSON' in value && typeof value.toJSON === 'function') {
    return toJsonValue(value.toJSON());
  }
  if (typeof value !== 'object' || !isPlainObject(value)) return stringify(value);
  const members = Object.entries(value).filter(([, member]) => member !== undefined);
  return Object.fromEntries(members.map(([name, member]) => [name, toJsonValue(member)]));
}

const isPlainObject = (value: object): boolean => [Object.prototype, null].includes(Object.getPrototypeOf(value));
