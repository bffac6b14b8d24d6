import { type Shard, toShardText } from '../../kernel/run/shard.js';
import { toPrintableLine } from '../../wire/printable.js';
import { someOf } from '../../wire/wording.js';

/** What a shard left. */
interface Sharded {
  readonly shard: Shard;
}

/** What a shard left, and the name of its file. */
interface ShardFile<Part extends Sharded> {
  readonly name: string;
  readonly part: Part;
}

/** Something that all shards of one whole have in common: its name, its value in a shard, and what to do. */
export interface Common<Part extends Sharded> {
  readonly label: string;
  readonly of: (part: Part) => string;
  /** Too long to be shown. */
  readonly isLong?: true;
  readonly advice: string;
}

/** Files that should be all shards of one whole, each once. */
interface ShardSet<Part extends Sharded> {
  readonly shards: readonly ShardFile<Part>[];
  readonly common: readonly Common<Part>[];
  /** What the shards make, and what each left, in words: `run` of `reports`. */
  readonly whole: string;
  readonly files: string;
}

/** Why files are not all shards of one whole, each once, in a sentence that names them; undefined where they are. */
export const toSetRefusal = <Part extends Sharded>(set: ShardSet<Part>): string | undefined =>
  toStrangers(set) ?? toTwins(set) ?? toMissing(set);

function toStrangers<Part extends Sharded>({ shards, common, whole }: ShardSet<Part>): string | undefined {
  for (const one of common) {
    const values = new Set(shards.map(({ part }) => one.of(part)));
    if (values.size === 1) continue;
    const seen = toSeen(one, shards, [...values]);
    return `These are not shards of one ${whole}: the ${one.label} differs, ${seen}; ${one.advice}.`;
  }
  return undefined;
}

/** How many files are named with one value. */
const NAMED_FILES = 3;

function toSeen<Part extends Sharded>(
  { of, isLong }: Common<Part>,
  shards: readonly ShardFile<Part>[],
  values: readonly string[],
): string {
  const parts = values.map((value) => {
    const those = shards.filter(({ part }) => of(part) === value);
    const names = someOf(
      those.map(({ name }) => name),
      NAMED_FILES,
    );
    return isLong ? names : `${toPrintableLine(value)} in ${names}`;
  });
  return parts.join(isLong ? ' against ' : ', ');
}

function toTwins<Part extends Sharded>({ shards }: ShardSet<Part>): string | undefined {
  for (const { part } of shards) {
    const { index, count } = part.shard;
    const names = shards.filter((other) => other.part.shard.index === index).map(({ name }) => name);
    if (names.length > 1)
      return `${names.join(' and ')} are ${many(names.length)} shard ${index} of ${count}; give one.`;
  }
  return undefined;
}

const many = (count: number): string => (count === 2 ? 'both' : 'all');

/** How many of a long list are named. */
const NAMED = 6;

function toMissing<Part extends Sharded>({ shards, files }: ShardSet<Part>): string | undefined {
  const count = shards[0]?.part.shard.count ?? 0;
  const there = new Set(shards.map(({ part }) => part.shard.index));
  const missing = Array.from({ length: count }, (_, at) => at + 1).filter((index) => !there.has(index));
  if (missing.length === 0) return undefined;
  const names = missing.map((index) => toShardText({ index, count }));
  return `The ${files} of ${missing.length} of ${count} shards are missing: ${someOf(names, NAMED)}.`;
}
