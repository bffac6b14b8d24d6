import { toShardText } from '../../kernel/run/shard.js';
import { toPrintableLine } from '../../wire/printable.js';
import { someOf } from '../../wire/wording.js';
import type { ReportedShard, RunReport } from '../run-report-schema.js';

/** A report that was read, and the name of its file. */
export interface NamedReport {
  readonly name: string;
  readonly report: RunReport;
}

/** The report of a shard. */
export interface NamedShard extends NamedReport {
  readonly report: RunReport & { readonly shard: ReportedShard };
}

/** Whether a report is that of a shard. */
export const isShard = (one: NamedReport): one is NamedShard => one.report.shard !== undefined;

/** Something that all shards of a run have in common: its name, its value in a report, and what to do. */
interface Common {
  readonly label: string;
  readonly of: (report: NamedShard['report']) => string;
  /** Too long to be shown. */
  readonly isLong?: true;
  readonly advice: string;
}

const SAME = 'give each shard the same';

const toTarget = ({ target, url, namespace }: RunReport): string => `${target ?? url} (${namespace})`;

const toBaselineText = ({ baseline }: RunReport): string =>
  baseline?.map(({ requirement, expires }) => `${requirement} ${expires}`).join(' ') ?? '';

const common: readonly Common[] = [
  { label: 'target', of: toTarget, advice: 'only shards of one run can be joined' },
  {
    label: 'version of the target',
    of: ({ targetVersion = 'none stated' }) => targetVersion,
    advice: `${SAME} --target-version`,
  },
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
  { label: 'day', of: ({ now }) => now.slice(0, 10), advice: `test data is made for one day; ${SAME} --now` },
  { label: 'set of clauses', of: ({ clauseSet = '' }) => clauseSet, isLong: true, advice: 'run all with one calproof' },
  {
    label: 'list of requirements',
    of: ({ shard }) => shard.planned.join(' '),
    isLong: true,
    advice: `${SAME} --only, --skip and --suite`,
  },
  { label: 'baseline', of: toBaselineText, isLong: true, advice: `${SAME} --baseline` },
];

/** What these shards do not have in common, as shards of one run must, in a sentence. */
function toStrangerSentence(shards: readonly NamedShard[]): string | undefined {
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

/** Why reports cannot be joined, in a sentence that names them; undefined for all shards of one run. */
export function toRefusal(reports: readonly NamedReport[]): string | undefined {
  const whole = reports.find((one) => !isShard(one));
  if (whole) return `${whole.name} is the report of a whole run, not of a shard (calproof check --shard I/N).`;
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
    const ofAll = new Set(shard.report.shard.inAll);
    for (const { id } of shard.report.requirements.filter((one) => !ofAll.has(one.id))) {
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
