import type { RequirementInfo } from '../requirement.js';
import type { Judged } from '../run-event.js';
import type { Verdict } from '../verdict.js';

type Failed = Extract<Verdict, { outcome: 'failed' }>;

/** A failed requirement and those that it explains. */
export interface Cause {
  readonly requirement: RequirementInfo;
  readonly verdict: Failed;
  readonly explains: readonly Judged[];
}

/** The failures that no other failure explains, in the order of judging, each with what it explains. */
export function toCauses(judged: readonly Judged[]): readonly Cause[] {
  return unexplained(judged).flatMap(({ requirement, verdict, known }) => {
    if (verdict.outcome !== 'failed' || known) return [];
    return [{ requirement, verdict, explains: judged.filter((other) => causeOf(other) === requirement.id) }];
  });
}

/** What stands for itself in a report: a failure that a baseline knows is not told at length, so it explains nothing. */
export function unexplained(judged: readonly Judged[]): readonly Judged[] {
  const known = new Set(judged.filter((one) => one.known).map(({ requirement }) => requirement.id));
  return judged.filter((one) => {
    const cause = causeOf(one);
    return cause === undefined || known.has(cause);
  });
}

/** The failed requirement that a verdict is explained by. */
export const causeOf = ({ verdict }: Judged): string | undefined =>
  verdict.outcome === 'failed' || verdict.outcome === 'cantTell' ? verdict.cause : undefined;
