import type { Effort, Plan } from '../harness/plan.js';
import { toPlan } from '../harness/plan.js';
import type { RequirementInfo } from '../harness/requirement.js';
import { designWorld } from '../target/world/design.js';

/** The most requests of a run, all included, where the command line does not say. */
const mostRequests: Readonly<Record<Effort, number | undefined>> = { quick: 600, standard: 3000, deep: undefined };

export interface BudgetOptions {
  readonly effort: Effort;
  readonly maxRequests: number | undefined;
  /** Requests that probing and world took, and that clean-up will take. */
  readonly fixed: number;
}

/** Deals the requests of a run to its requirements. */
export function dealBudget(requirements: readonly RequirementInfo[], options: BudgetOptions): Plan {
  const maxRequests = options.maxRequests ?? mostRequests[options.effort];
  const { effort, fixed } = options;
  return toPlan(requirements, { effort, fixed, ...(maxRequests !== undefined && { maxRequests }) });
}

/** What learning a target takes, beside the records of the world, give or take. */
const PROBES = 100;

/** How many records a world has; each is created once and deleted once. */
const worldSize = (): number => designWorld({ firstDay: '2030-01-01', today: '2029-01-01', near: true }).length;

/** What probing, world and clean-up take, before anything was sent. */
export const estimateFixed = (mode: 'readonly' | 'sandbox'): number =>
  mode === 'readonly' ? PROBES : PROBES + 2 * worldSize();
