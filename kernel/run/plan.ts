import type { RequirementInfo } from '../requirement.js';
import type { Allowance } from '../search.js';

export const efforts = ['quick', 'standard', 'deep'] as const;
export type Effort = (typeof efforts)[number];

/** The budget of a run, in requests; without `maxRequests` the effort alone decides. */
interface PlanOptions {
  readonly effort: Effort;
  /** Requests of the whole run; what probing, world and clean-up take is in `fixed`. */
  readonly maxRequests?: number;
  /** Whether failures, too, keep to the budget as far as they can: by default a few of them may exceed it. */
  readonly isStrict?: boolean;
  readonly fixed: number;
}

/** What each requirement may spend; one without an allowance is not judged. */
export type Plan = ReadonlyMap<string, Allowance>;

/**
 * The part of a limited budget that is kept for what belongs to no execution: the reads of the guard, and deleting later
 * what executions left. It is about 160 requests of a standard run, and 15 of a quick one.
 */
const RESERVE: Readonly<Record<Effort, number>> = { quick: 0.05, standard: 0.06, deep: 0.05 };

/** What requests of executions come to with what belongs to no execution. */
export const withReserve = (requests: number, effort: Effort): number => Math.round(requests / (1 - RESERVE[effort]));

/** Requests that confirming and shrinking a failure may send: a quick run need not find the smallest counterexample. */
export const shrinkRequests: Readonly<Record<Effort, number>> = { quick: 6, standard: 24, deep: 200 };

/**
 * The cost of probing varies by a few requests with what else is on a target. It is rounded to steps of this before
 * anything is dealt, so that all shards of a run, and the run as a whole, deal alike.
 */
const STEP = 50;

/** A failure that takes many requests to show is not made small within fewer than a few executions of it. */
const shrinkExecutions: Readonly<Record<Effort, number>> = { quick: 1, standard: 2, deep: 10 };

/** As many make nearly every failure as small as it gets, where there are few to spend them on. */
const shrinkExecutionsAtMost: Readonly<Record<Effort, number>> = { quick: 1, standard: 20, deep: 20 };

/** Requests that the failures of a run share, where they are few. */
const SHARED = 360;

/** Requests that confirming and shrinking a failure of a requirement may send. */
export const toShrinkRequests = ({ cost }: Pick<RequirementInfo, 'cost'>, effort: Effort): number =>
  Math.max(shrinkRequests[effort], shrinkExecutions[effort] * cost);

/** What a failure may be given where few share. */
const toShrinkAtMost = ({ cost }: Pick<RequirementInfo, 'cost'>, effort: Effort): number =>
  Math.max(shrinkRequests[effort], shrinkExecutionsAtMost[effort] * cost);

/** What each of some failures may spend on being confirmed and shrunk: the fewer there are, the more. */
export const shrinkingAmong = ({ shrinkRequests: least, shrinkAtMost = least }: Allowance, failures: number): number =>
  Math.max(least, Math.min(shrinkAtMost, Math.floor(SHARED / failures)));

/** The part of a limit that probing and world seldom exceed: further runs are dealt as if they took it. */
const USUAL = 0.2;

const toStep = (fixed: number): number => Math.ceil(fixed / STEP) * STEP;

/** Further runs are dealt of what is left for certain, so that shards deal alike. */
const toMost = (fixed: number, most = 0): number => Math.max(toStep(fixed), most * USUAL);

/** To the middle of its step, where the reserve holds what that may be too little: single runs are worth more. */
const toMiddle = (fixed: number, reserve: number): number => (reserve < STEP ? fixed : toStep(fixed) - STEP / 2);

/** Sums of fractions are not exact. */
const TOLERANCE = 1e-9;

const runsAt: Record<Effort, (runs: number) => number> = {
  quick: () => 1,
  standard: (runs) => runs,
  deep: (runs) => runs * 10,
};

/** Whether a requirement is worth its requests at an effort. */
export const isWorth = ({ thorough }: RequirementInfo, effort: Effort): boolean =>
  effort !== 'quick' || thorough !== true;

/**
 * How much more than it states a requirement is taken to cost that is not worth the effort, and was asked for by its id:
 * what is worth it was chosen by what it sends, the others may leave more to the clean-up.
 */
const MARGIN = 1.2;

const toPrice = (requirement: RequirementInfo, effort: Effort): number =>
  isWorth(requirement, effort) ? requirement.cost : requirement.cost * MARGIN;

/**
 * Deals the budget before anything is sent, so that no verdict depends on the order of judging. Each requirement gets
 * one run, and the rest is split evenly among further runs; when the budget does not suffice for one run each, the last
 * requirements in the catalogue get none.
 */
export function toPlan(
  requirements: readonly RequirementInfo[],
  { effort, maxRequests, isStrict = false, fixed }: PlanOptions,
): Plan {
  const wanted = requirements.map((one) => {
    const { id, cost, runs = 1 } = one;
    return { id, cost, price: toPrice(one, effort), further: runsAt[effort](runs) - 1 };
  });
  const once = wanted.reduce((sum, { price }) => sum + price, 0);
  const further = wanted.reduce((sum, { cost, further: runs }) => sum + cost * runs, 0);
  const toBudget = (spent: number): number | undefined =>
    maxRequests === undefined ? undefined : Math.max(0, (maxRequests - spent) * (1 - RESERVE[effort]));
  const reserve = ((maxRequests ?? 0) - fixed) * RESERVE[effort];
  const budget = toBudget(toMiddle(fixed, reserve)) ?? once + further;
  const dealt = toBudget(toMost(fixed, maxRequests)) ?? budget;
  const portion = Math.min(1, Math.max(0, dealt - once) / Math.max(1, further));
  const plan = new Map<string, Allowance>();
  let left = budget;
  let spare = Math.max(0, dealt - once);
  let due = 0;
  for (const { id, cost, price, further: runs } of wanted) {
    if (left < price) continue;
    due += runs * portion;
    const extra = Math.min(runs, Math.floor(due + TOLERANCE), Math.floor(spare / Math.max(1, cost)));
    due -= extra;
    spare -= extra * cost;
    left -= price + extra * cost;
    plan.set(id, {
      runs: 1 + extra,
      requests: Math.max(1, (1 + extra) * cost),
      shrinkRequests: toShrinkRequests({ cost }, effort),
      ...(!isStrict && { shrinkAtMost: toShrinkAtMost({ cost }, effort) }),
    });
  }
  return plan;
}
