import type { RequirementInfo } from '../requirement.js';

/** One of several parts of a run; they are counted from 1. */
export interface Shard {
  readonly index: number;
  readonly count: number;
}

/** A shard as given on the command line: `2/4`. */
export const toShardText = ({ index, count }: Shard): string => `${index}/${count}`;

/** The requests a second of one shard, of those that all shards of a run may send together. */
export const toShardRate = (rate: number, shard: Shard | undefined): number => rate / (shard?.count ?? 1);

/** How what has an id is dealt to shards of about the same weight. */
interface DealOptions<Info> {
  readonly count: number;
  /** How much work one is, in any unit; more than 0. */
  readonly weightOf: (requirement: Info) => number;
}

/**
 * Deals what has an id, such as requirements, to shards, the heaviest first and each to the lightest shard so far. The
 * same ids and weights always give the same shards; each keeps the order of the whole, and none is empty while there are
 * enough of them.
 */
export function dealShards<Info extends Pick<RequirementInfo, 'id'>>(
  requirements: readonly Info[],
  { count, weightOf }: DealOptions<Info>,
): readonly (readonly Info[])[] {
  const loads = Array.from({ length: count }, () => 0);
  const shardOf = new Map<string, number>();
  const weighed = requirements.map((requirement) => ({ id: requirement.id, weight: weightOf(requirement) }));
  for (const { id, weight } of weighed.toSorted((one, other) => other.weight - one.weight)) {
    const lightest = loads.indexOf(Math.min(...loads));
    loads[lightest] = (loads[lightest] ?? 0) + weight;
    shardOf.set(id, lightest);
  }
  return loads.map((_, shard) => requirements.filter(({ id }) => shardOf.get(id) === shard));
}
