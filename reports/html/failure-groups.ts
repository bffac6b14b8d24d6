import { groupBy } from '../reason-groups.js';
import type { ReportedRequirement } from '../run-report-schema.js';
import { causeOf, type Failed, isFailed, levels, unexplained } from '../standing.js';

/** Failures that are read together: the same rule on several kinds of record, and what they explain. */
export interface FailureGroup {
  readonly first: Failed;
  readonly siblings: readonly Failed[];
  readonly explains: readonly ReportedRequirement[];
}

/** The failures by cause: MUST before SHOULD before MAY, then what explains most. */
export function toGroups(all: readonly ReportedRequirement[]): readonly FailureGroup[] {
  const groups = groupBy(unexplained(all).filter(isFailed), toRule);
  return [...groups.values()].flatMap((group) => toGroup(group, all)).sort(byWeight);
}

/** The same rule of another resource, broken in the same way. */
const toRule = ({ id, level, verdict }: Failed): string => {
  const rule = id.includes('.') ? id.slice(id.indexOf('.')) : id;
  return `${level} ${verdict.counterexample.deviation.kind} ${rule}`;
};

function toGroup(
  [first, ...siblings]: readonly Failed[],
  all: readonly ReportedRequirement[],
): readonly FailureGroup[] {
  if (!first) return [];
  const ids = new Set([first, ...siblings].map(({ id }) => id));
  return [{ first, siblings, explains: all.filter((one) => ids.has(causeOf(one) ?? '')) }];
}

const byWeight = (one: FailureGroup, other: FailureGroup): number =>
  levels.indexOf(one.first.level) - levels.indexOf(other.first.level) || sizeOf(other) - sizeOf(one);

/** How many requirements a group is about. */
export const sizeOf = ({ siblings, explains }: FailureGroup): number => 1 + siblings.length + explains.length;
