import { someOf } from '../../wire/wording.js';
import type { ReportedShard, RunReport } from '../run-report-schema.js';
import { type Common, toSetRefusal } from './shard-set.js';

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

const SAME = 'give each shard the same';

const toTarget = ({ target, url, namespace }: RunReport): string => `${target ?? url} (${namespace})`;

const toBaselineText = ({ baseline }: RunReport): string =>
  baseline?.map(({ requirement, expires }) => `${requirement} ${expires}`).join(' ') ?? '';

const common: readonly Common<RunReport & { readonly shard: ReportedShard }>[] = [
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

/** Why reports cannot be joined, in a sentence that names them; undefined for all shards of one run. */
export function toRefusal(reports: readonly NamedReport[]): string | undefined {
  const whole = reports.find((one) => !isShard(one));
  if (whole) return `${whole.name} is the report of a whole run, not of a shard (calproof check --shard I/N).`;
  const shards = reports.filter(isShard);
  const parts = shards.map(({ name, report }) => ({ name, part: report }));
  const refusal = toSetRefusal({ shards: parts, common, whole: 'run', files: 'reports' });
  return refusal ?? toContested(shards) ?? toForgotten(shards);
}

/** How many of a long list are named. */
const NAMED = 6;

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
