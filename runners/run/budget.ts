import type { OpenedCalendar } from '../../adapter/open-calendar.js';
import { designWorld } from '../../adapter/world/world-design.js';
import { type Effort, type Plan, toPlan, withReserve } from '../../kernel/run/plan.js';
import type { RequirementInfo } from '../../kernel/requirement.js';
import type { HarmBudget } from '../../wire/client/harm-limit.js';

/** The most requests of a run where the command line does not say: failures and comparing identities come on top. */
export const mostRequests: Readonly<Record<Effort, number | undefined>> = {
  quick: 600,
  standard: 3000,
  deep: undefined,
};

const MIB = 1_048_576;

/**
 * What a run may do to its target at most, whatever that answers: more than twice what it does where nothing fails, as a
 * failure is tried again with other records. Of wrong passwords, it is what one that is accepted takes beside the others.
 */
export const mostHarm: Readonly<Record<Effort, HarmBudget>> = {
  quick: { records: 300, recordsAtOnce: 200, octets: 4 * MIB, failedLogins: 5 },
  standard: { records: 2_000, recordsAtOnce: 800, octets: 16 * MIB, failedLogins: 5 },
  deep: { records: 20_000, recordsAtOnce: 2_000, octets: 128 * MIB, failedLogins: 5 },
};

/** What the budget of a run follows from, in requests. */
interface BudgetOptions {
  readonly effort: Effort;
  readonly maxRequests: number | undefined;
  /** Whether that was asked for. */
  readonly isStrict?: boolean;
  /** Requests that probing and world took, and that clean-up will take. */
  readonly fixed: number;
}

/** Deals the requests of a run to its requirements. */
export function dealBudget(requirements: readonly RequirementInfo[], options: BudgetOptions): Plan {
  const { effort, fixed, isStrict = false, maxRequests = mostRequests[effort] } = options;
  return toPlan(requirements, { effort, fixed, isStrict, ...(maxRequests !== undefined && { maxRequests }) });
}

/**
 * Deals the requests of a run on a target that was made ready. Only what can be judged there takes from the budget;
 * the rest is found inapplicable without a request.
 */
export function dealFor(
  calendar: OpenedCalendar,
  requirements: readonly RequirementInfo[],
  { effort, maxRequests }: Pick<BudgetOptions, 'effort' | 'maxRequests'>,
): Plan {
  // How many pages are full depends on who else writes; what these take is left to the reserve, so that shards deal alike.
  const fixed = calendar.sent - calendar.turned + calendar.world.records.length;
  const lacking = ({ needs }: RequirementInfo): boolean => needs.some((need) => calendar.lacks(need) !== undefined);
  const possible = requirements.filter((requirement) => !lacking(requirement));
  const nothing = { runs: 0, requests: 0, shrinkRequests: 0 };
  const most = maxRequests ?? withIdentities(effort, possible);
  return new Map([
    ...requirements.filter(lacking).map(({ id }) => [id, nothing] as const),
    ...dealBudget(possible, { effort, maxRequests: most, isStrict: maxRequests !== undefined, fixed }),
  ]);
}

/** Comparing identities comes on top, with what belongs to no execution of it, so that it takes nothing from what every run judges. */
export function withIdentities(effort: Effort, possible: readonly RequirementInfo[]): number | undefined {
  const most = mostRequests[effort];
  const compared = possible.reduce((sum, { id, cost }) => (id.startsWith('identities.') ? sum + cost : sum), 0);
  return most === undefined ? undefined : most + withReserve(compared, effort);
}

/** What learning a target takes, beside the records of the world, give or take. */
const PROBES = 100;

/** How many records a world has; each is created once and deleted once. */
const worldSize = (): number => designWorld({ firstDay: '2030-01-01', today: '2029-01-01', near: true }).length;

/** What probing, world and clean-up take, before anything was sent. */
export const estimateFixed = (mode: 'readonly' | 'sandbox'): number =>
  mode === 'readonly' ? PROBES : PROBES + 2 * worldSize();
