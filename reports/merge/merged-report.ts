import { findCauses } from '../../kernel/causes/find-causes.js';
import type { RunEnd } from '../../kernel/run-event.js';
import type { Outage } from '../../wire/client/outage.js';
import { concludeReport, type Conclusion } from '../conclusion.js';
import type { ReportedRequirement, ReportedShard, ReportedUse, RunReport } from '../run-report-schema.js';
import { countOutcomes } from '../standing.js';
import { withoutExplained } from './explained-elsewhere.js';
import { type JudgedInShard, type JudgedInShards, joinRequirement, toDecisive } from './joined-requirement.js';
import { toDifferingFacts } from './learned-differences.js';
import { toExplainable } from './reported-evidence.js';
import type { NamedShard } from './shard-compatibility.js';

/**
 * What shards of a run learned differently about its target, in a sentence each: their verdicts depend on it. The target
 * is unstable, or others changed it between the shards.
 */
function toLearnedWarnings(shards: readonly NamedShard[]): readonly string[] {
  const [first, ...others] = shards;
  if (!first) return [];
  return others.flatMap((other) => {
    const differing = toDifferingFacts(first.report.learned, other.report.learned);
    if (differing.length === 0) return [];
    return [`${first.name} and ${other.name} learned different ${differing.join(', ')} of the target.`];
  });
}

/** Joins all shards of a run into the report that one run would have given. Numbers are added up. */
export function joinShards(shards: readonly [NamedShard, ...NamedShard[]]): RunReport {
  const reports = shards.map(({ report }) => report);
  const sum = (of: (report: RunReport) => number): number => reports.reduce((total, one) => total + of(one), 0);
  const { shard } = shards[0].report;
  const judgments = resolve(shard, toJudgments(reports));
  const uses = toUses(reports, judgments);
  const joined = {
    ...toFacts(shards),
    end: reports.map(({ end }) => end).reduce(toGraver),
    exitCode: 0,
    conclusion: '',
    requests: sum(({ requests }) => requests),
    ms: sum(({ ms }) => ms),
    left: reports.flatMap(({ left }) => left),
    ...toCleanedUp(reports),
    ...(uses && { baseline: uses }),
    requirements: toRequirements(shard, judgments),
  } as const;
  return concluded({ ...joined, counts: countOutcomes([]) }, shards);
}

/**
 * The shards began side by side, each with its own time for the present: that of the first counts. The latencies of the
 * whole do not follow from those of the parts.
 */
function toFacts(shards: readonly [NamedShard, ...NamedShard[]]): RunReport {
  const { shard: _part, world: _world, latencies: _latencies, ...facts } = shards[0].report;
  const begun = shards.filter(hasBegun);
  const started = shards.flatMap(({ report }) => report.started ?? []).toSorted()[0];
  const warnings = [...shards.flatMap(({ report }) => report.warnings ?? []), ...toLearnedWarnings(begun)];
  return {
    ...facts,
    learned: begun[0]?.report.learned ?? {},
    ...(started !== undefined && { started }),
    warnings: [...new Set(warnings)],
  };
}

const hasBegun = ({ report }: NamedShard): boolean => report.end !== 'not begun';

/** The graver end of one shard is that of the run. */
const gravity: Readonly<Record<RunEnd['end'], number>> = {
  finished: 0,
  bailed: 1,
  'out of time': 2,
  'cut off': 3,
  'not begun': 4,
  interrupted: 5,
};

const toGraver = (one: RunEnd['end'], other: RunEnd['end']): RunEnd['end'] =>
  gravity[other] > gravity[one] ? other : one;

/** By id: what each part judges by what it sent was judged in all shards, all else in one. */
type Judgments = ReadonlyMap<string, JudgedInShards>;

function toJudgments(reports: readonly RunReport[]): Judgments {
  const byId = new Map<string, JudgedInShards>();
  for (const { requirements, baseline } of reports) {
    for (const requirement of requirements) {
      const use = baseline?.find((one) => one.requirement === requirement.id);
      const one = { requirement, ...(use && { use }) };
      const [first, ...others] = byId.get(requirement.id) ?? [];
      byId.set(requirement.id, first ? [first, ...others, one] : [one]);
    }
  }
  return byId;
}

/** What explains a nomination may have been judged in another shard; each is tried with what comes before it. */
function resolve(shard: ReportedShard, judgments: Judgments): Judgments {
  const { inAll = [] } = shard;
  const resolved = new Map(judgments);
  for (const id of inAll) resolved.delete(id);
  for (const id of inAll) {
    const judged = toRequirements(shard, resolved);
    const [first, ...others] = judgments.get(id) ?? [];
    if (!first) continue;
    const without = (one: JudgedInShard): JudgedInShard => withoutExplained(one, judged);
    resolved.set(id, [without(first), ...others.map(without)]);
  }
  return resolved;
}

/** In the order of the catalogue, as in one run. */
function toRequirements({ planned }: ReportedShard, judgments: Judgments): readonly ReportedRequirement[] {
  return planned.flatMap((id) => {
    const all = judgments.get(id);
    return all ? [joinRequirement(all)] : [];
  });
}

/** What became of the shards' records, and of their target meanwhile: an outage that lasts comes last. */
function toCleanedUp(reports: readonly RunReport[]): Pick<RunReport, 'deleted' | 'trashed' | 'outages'> {
  const deleted = reports.flatMap((one) => one.deleted ?? []);
  const trashed = reports.flatMap((one) => one.trashed ?? []);
  const outages = reports.flatMap((one) => one.outages ?? []);
  const isOver = ({ to }: Outage): boolean => to !== undefined;
  return {
    ...(deleted.length > 0 && { deleted: deleted.reduce((sum, one) => sum + one) }),
    ...(reports.some((one) => one.trashed) && { trashed }),
    ...(outages.length > 0 && { outages: [...outages.filter(isOver), ...outages.filter((one) => !isOver(one))] }),
  };
}

/** What became of an entry is known to the shard that decided on its requirement; others may have left it out. */
function toUses([first]: readonly RunReport[], judgments: Judgments): readonly ReportedUse[] | undefined {
  return first?.baseline?.map((use) => {
    const all = judgments.get(use.requirement);
    return (all && toDecisive(all).use) ?? use;
  });
}

/** What explains a failure may have been judged in another shard. */
function concluded(report: RunReport, shards: readonly NamedShard[]): RunReport {
  const causes = findCauses(report.requirements.map(toExplainable));
  const requirements = report.requirements.map((one) => withCause(one, causes.get(one.id)));
  const { code, sentence } = withUnbegun(concludeReport({ ...report, requirements }, report), shards);
  return { ...report, exitCode: code, conclusion: sentence, counts: countOutcomes(requirements), requirements };
}

/** A shard that never began leaves its requirements open, however few they are. */
function withUnbegun(conclusion: Conclusion, shards: readonly NamedShard[]): Conclusion {
  const unbegun = shards.find((one) => !hasBegun(one));
  if (!unbegun || conclusion.code === 1 || conclusion.code === 130) return conclusion;
  const { shard, conclusion: why } = unbegun.report;
  return { code: 3, sentence: `Shard ${shard.index} of ${shard.count} could not begin: ${why}` };
}

function withCause(one: ReportedRequirement, cause: string | undefined): ReportedRequirement {
  const { verdict } = one;
  if (cause === undefined || verdict.outcome === 'passed') return one;
  if (verdict.outcome === 'inapplicable' || verdict.outcome === 'untested') return one;
  return { ...one, verdict: { ...verdict, cause } };
}
