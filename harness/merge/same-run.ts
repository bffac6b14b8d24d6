import { someOf } from '../reports/layout.js';
import type { RunReport } from '../reports/model.js';
import { toPrintableLine } from '../reports/printable.js';
import type { NamedShard } from './named-shard.js';

/** Something that all shards of a run have in common: its name, what a report says of it, and what to do. */
interface Common {
  readonly label: string;
  readonly of: (report: NamedShard['report']) => string;
  /** Too long to be told. */
  readonly isLong?: true;
  readonly advice: string;
}

const SAME = 'give each shard the same';

const toTarget = ({ target, url, namespace }: RunReport): string => `${target ?? url} (${namespace})`;

const toBaselineText = ({ baseline }: RunReport): string =>
  baseline?.map(({ requirement, expires }) => `${requirement} ${expires}`).join(' ') ?? '';

const common: readonly Common[] = [
  { label: 'target', of: toTarget, advice: 'only shards of one run can be joined' },
  { label: 'seed', of: ({ seed }) => String(seed), advice: `${SAME} --seed` },
  { label: 'number of shards', of: ({ shard }) => String(shard.count), advice: 'give each the same N in --shard I/N' },
  { label: 'version of calproof', of: ({ version }) => version, advice: 'run all shards with one' },
  { label: 'mode', of: ({ mode }) => mode, advice: `${SAME} --mode` },
  { label: 'effort', of: ({ effort }) => effort, advice: `${SAME} --effort` },
  { label: 'choice of profiles', of: ({ profiles }) => profiles.join(' and '), advice: `${SAME} --profile` },
  {
    label: 'limit of requests',
    of: ({ shard }) => String(shard.maxRequests ?? 'none'),
    advice: `${SAME} --max-requests`,
  },
  {
    label: 'strictness',
    of: ({ strict }) => (strict ? '--strict' : 'not strict'),
    advice: 'give --strict to all or none',
  },
  { label: 'day', of: ({ now }) => now.slice(0, 10), advice: `a world is made for its day; ${SAME} --now` },
  { label: 'set of clauses', of: ({ clauseSet = '' }) => clauseSet, isLong: true, advice: 'run all with one calproof' },
  {
    label: 'list of requirements',
    of: ({ shard }) => shard.planned.join(' '),
    isLong: true,
    advice: `${SAME} --only, --skip and --suite`,
  },
  { label: 'baseline', of: toBaselineText, isLong: true, advice: `${SAME} --baseline` },
];

/** What these shards have not in common, though all shards of one run have: a sentence; undefined when nothing is. */
export function toStrangerSentence(shards: readonly NamedShard[]): string | undefined {
  for (const one of common) {
    const values = new Set(shards.map(({ report }) => one.of(report)));
    if (values.size > 1) return toSentence(one, shards, [...values]);
  }
  return undefined;
}

/** How many files are named with one value. */
const NAMED_FILES = 3;

function toSentence(
  { label, of, isLong, advice }: Common,
  shards: readonly NamedShard[],
  values: readonly string[],
): string {
  const parts = values.map((value) => {
    const those = shards.filter(({ report }) => of(report) === value);
    const names = someOf(
      those.map(({ name }) => name),
      NAMED_FILES,
    );
    return isLong ? names : `${toPrintableLine(value)} in ${names}`;
  });
  const others = parts.join(isLong ? ' against ' : ', ');
  return `These are not shards of one run: the ${label} differs, ${others}; ${advice}.`;
}
