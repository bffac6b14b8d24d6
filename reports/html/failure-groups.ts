import type { Level } from '../../kernel/requirement.js';
import type { ReportedFailure, ReportedRequirement } from '../run-report-model.js';

/** Sorts items into groups, in the order in which each group first shows up. */
export function groupBy<Item>(
  items: readonly Item[],
  keyOf: (item: Item) => string,
): ReadonlyMap<string, readonly Item[]> {
  const groups = new Map<string, Item[]>();
  for (const item of items) {
    const key = keyOf(item);
    const group = groups.get(key);
    if (group) group.push(item);
    else groups.set(key, [item]);
  }
  return groups;
}

/** A requirement that failed, or that fails as a baseline knows. */
export type Failed = ReportedRequirement & { readonly verdict: ReportedFailure };

/** Failures that are read together: the same rule on several kinds of record, and what the first of them explains. */
export interface FailureGroup {
  readonly first: Failed;
  readonly siblings: readonly Failed[];
  readonly explains: readonly ReportedRequirement[];
}

export const isFailed = (one: ReportedRequirement): one is Failed => one.verdict.outcome === 'failed';
export const isKnown = (one: ReportedRequirement): one is Failed => one.verdict.outcome === 'known';

const causeOf = ({ verdict }: ReportedRequirement): string | undefined =>
  'cause' in verdict ? verdict.cause : undefined;

/** What stands for itself: no failure of this report explains it. What a baseline knows is not told at length. */
export function unexplained(all: readonly ReportedRequirement[]): readonly ReportedRequirement[] {
  const failed = new Set(all.filter(isFailed).map(({ id }) => id));
  return all.filter((one) => !failed.has(causeOf(one) ?? ''));
}

/** The failures by cause: MUST before SHOULD before MAY, then what explains most. */
export function toGroups(all: readonly ReportedRequirement[]): readonly FailureGroup[] {
  const groups = groupBy(unexplained(all).filter(isFailed), toRule);
  return [...groups.values()].map((group) => toGroup(group, all)).sort(byWeight);
}

/** The same rule of another resource, broken in the same way. */
const toRule = ({ id, level, verdict }: Failed): string => {
  const rule = id.includes('.') ? id.slice(id.indexOf('.')) : id;
  return `${level} ${verdict.counterexample.deviation.kind} ${rule}`;
};

function toGroup(group: readonly Failed[], all: readonly ReportedRequirement[]): FailureGroup {
  const ids = new Set(group.map(({ id }) => id));
  const [lead, ...siblings] = group;
  if (!lead) throw new Error('a group of failures is empty');
  return { first: lead, siblings, explains: all.filter((one) => ids.has(causeOf(one) ?? '')) };
}

const levels: readonly Level[] = ['MUST', 'SHOULD', 'MAY'];

const byWeight = (one: FailureGroup, other: FailureGroup): number =>
  levels.indexOf(one.first.level) - levels.indexOf(other.first.level) || sizeOf(other) - sizeOf(one);

/** How many requirements a group is about. */
export const sizeOf = ({ siblings, explains }: FailureGroup): number => 1 + siblings.length + explains.length;
