import { someOf } from '../reports/layout.js';
import { toShardText } from '../shard.js';
import { isShard, type NamedReport, type NamedShard } from './named-shard.js';
import { toStrangerSentence } from './same-run.js';

/** Why reports cannot be joined, in a sentence that names them; undefined when they are all shards of one run. */
export function toRefusal(reports: readonly NamedReport[]): string | undefined {
  const whole = reports.find((one) => !isShard(one));
  if (whole) return `${whole.name} is the report of a whole run; calproof check --shard I/N makes those of shards.`;
  const shards = reports.filter(isShard);
  return (
    toStrangerSentence(shards) ?? toTwins(shards) ?? toMissing(shards) ?? toContested(shards) ?? toForgotten(shards)
  );
}

function toTwins(shards: readonly NamedShard[]): string | undefined {
  for (const { report } of shards) {
    const { index, count } = report.shard;
    const names = shards.filter((other) => other.report.shard.index === index).map(({ name }) => name);
    if (names.length > 1)
      return `${names.join(' and ')} are ${many(names.length)} shard ${index} of ${count}; give one.`;
  }
  return undefined;
}

const many = (count: number): string => (count === 2 ? 'both' : 'all');

/** How many of a long list are named. */
const NAMED = 6;

function toMissing(shards: readonly NamedShard[]): string | undefined {
  const count = shards[0]?.report.shard.count ?? 0;
  const there = new Set(shards.map(({ report }) => report.shard.index));
  const missing = Array.from({ length: count }, (_, at) => at + 1).filter((index) => !there.has(index));
  if (missing.length === 0) return undefined;
  const names = missing.map((index) => toShardText({ index, count }));
  return `The reports of ${missing.length} of ${count} shards are missing: ${someOf(names, NAMED)}.`;
}

const SPLIT = 'the shards were split in different ways; give each the same --timings';

function toContested(shards: readonly NamedShard[]): string | undefined {
  const judges = new Map<string, NamedShard>();
  for (const shard of shards) {
    for (const { id } of shard.report.requirements) {
      const other = judges.get(id);
      if (other) return `${id} is in ${other.name} and in ${shard.name}: ${SPLIT}.`;
      judges.set(id, shard);
    }
  }
  return undefined;
}

function toForgotten(shards: readonly NamedShard[]): string | undefined {
  const there = new Set(shards.flatMap(({ report }) => report.requirements.map(({ id }) => id)));
  const forgotten = (shards[0]?.report.shard.planned ?? []).filter((id) => !there.has(id));
  if (forgotten.length === 0) return undefined;
  return `No shard has ${someOf(forgotten, NAMED)}: ${SPLIT}.`;
}
