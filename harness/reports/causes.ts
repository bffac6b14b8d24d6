import type { RequirementInfo } from '../requirement.js';
import type { Judged } from '../run.js';
import type { Verdict } from '../verdict.js';

type Failed = Extract<Verdict, { outcome: 'failed' }>;

/** A failed requirement and those that it explains. */
export interface Cause {
  readonly requirement: RequirementInfo;
  readonly verdict: Failed;
  readonly explains: readonly Judged[];
}

/** The failures that nothing else explains, in the order of judging, each with what it explains. */
export function toCauses(judged: readonly Judged[]): readonly Cause[] {
  return judged.flatMap(({ requirement, verdict }) => {
    if (verdict.outcome !== 'failed' || verdict.cause !== undefined) return [];
    return [{ requirement, verdict, explains: judged.filter((other) => causeOf(other) === requirement.id) }];
  });
}

/** The failed requirement that a verdict is explained by. */
export const causeOf = ({ verdict }: Judged): string | undefined =>
  verdict.outcome === 'failed' || verdict.outcome === 'cantTell' ? verdict.cause : undefined;
