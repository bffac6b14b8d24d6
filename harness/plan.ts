import type { RequirementInfo } from './requirement.js';
import type { Allowance } from './search.js';

export const efforts = ['quick', 'standard', 'deep'] as const;
export type Effort = (typeof efforts)[number];

export interface PlanOptions {
  readonly effort: Effort;
  /** Requests of the whole run; what probing, world and clean-up take is in `fixed`. */
  readonly maxRequests?: number;
  readonly fixed: number;
}

/** What a requirement may spend; a requirement without an allowance is not judged. */
export type Plan = ReadonlyMap<string, Allowance>;

/** The part of a limited budget that is kept for confirming and shrinking failures. */
const RESERVE = 0.15;
const SHRINK_REQUESTS = 60;

const runsAt: Record<Effort, (runs: number) => number> = {
  quick: () => 1,
  standard: (runs) => runs,
  deep: (runs) => runs * 10,
};

/** Whether a requirement is worth its requests at an effort. */
export const isWorth = ({ thorough }: RequirementInfo, effort: Effort): boolean =>
  effort !== 'quick' || thorough !== true;

/**
 * Deals the budget before anything is sent, so that no verdict depends on the order of judging. When it does not
 * suffice, every requirement gets fewer runs, and the last in the catalogue get none.
 */
export function toPlan(requirements: readonly RequirementInfo[], { effort, maxRequests, fixed }: PlanOptions): Plan {
  const wanted = requirements.map((requirement) => ({ requirement, runs: runsAt[effort](requirement.runs ?? 1) }));
  const sum = wanted.reduce((total, { requirement, runs }) => total + runs * requirement.cost, 0);
  const budget = maxRequests === undefined ? sum : Math.max(0, (maxRequests - fixed) * (1 - RESERVE));
  const share = Math.min(1, budget / Math.max(1, sum));
  const plan = new Map<string, Allowance>();
  let left = budget;
  for (const { requirement, runs } of wanted) {
    const affordable = Math.floor(left / Math.max(1, requirement.cost));
    const dealt = Math.min(affordable, Math.max(1, Math.floor(runs * share)));
    if (dealt === 0) continue;
    left -= dealt * requirement.cost;
    plan.set(requirement.id, { runs: dealt, requests: dealt * requirement.cost, shrinkRequests: SHRINK_REQUESTS });
  }
  return plan;
}
