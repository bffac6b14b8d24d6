import type { JsonObject, JsonValue } from '../../wire/json.js';

/** The member, at any depth, that names records of one run and so differs between any two. */
const EVIDENCE = 'evidence';

/** The names of what two shards learned differently about their target. */
export function toDifferingFacts(one: JsonObject, other: JsonObject): readonly string[] {
  const names = new Set([...Object.keys(one), ...Object.keys(other)]);
  const without = (name: string, value: unknown): unknown => (name === EVIDENCE ? undefined : value);
  const text = (value: JsonValue | undefined): string => JSON.stringify(value, without) ?? '';
  return [...names].filter((name) => name !== EVIDENCE && text(one[name]) !== text(other[name]));
}
