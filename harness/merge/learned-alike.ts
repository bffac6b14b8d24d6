import type { JsonObject, JsonValue } from '../json.js';
import type { NamedShard } from './named-shard.js';

/** Names the records of one run, at whatever depth, and so differs between any two. */
const ITS_OWN = 'evidence';

/**
 * What shards of a run learned of its target in different ways, in a sentence each: their verdicts rest on it. Such a
 * target is not steady, or others changed it between the shards.
 */
export function toLearnedWarnings(shards: readonly NamedShard[]): readonly string[] {
  const [first, ...others] = shards;
  if (!first) return [];
  return others.flatMap((other) => {
    const differing = toDiffering(first.report.learned, other.report.learned);
    if (differing.length === 0) return [];
    return [`${first.name} and ${other.name} learned different ${differing.join(', ')} of the target.`];
  });
}

function toDiffering(one: JsonObject, other: JsonObject): readonly string[] {
  const names = new Set([...Object.keys(one), ...Object.keys(other)]);
  const without = (name: string, value: unknown): unknown => (name === ITS_OWN ? undefined : value);
  const text = (value: JsonValue | undefined): string => JSON.stringify(value, without) ?? '';
  return [...names].filter((name) => name !== ITS_OWN && text(one[name]) !== text(other[name]));
}
