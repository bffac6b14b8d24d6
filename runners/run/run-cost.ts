import type { CalendarRequirement } from '../../adapter/subject.js';
import { type Effort, type Plan, withReserve } from '../../kernel/run/plan.js';
import type { RunCost } from '../../reports/terminal/cost-lines.js';
import { isJsonObject } from '../../wire/json.js';
import { dealBudget, estimateFixed, mostHarm, mostRequests, withIdentities } from './budget.js';
import type { Run } from './run-context.js';

/** A run before anything is sent, and how long a request was seen to take, in ms. */
interface CostOptions extends Pick<Run, 'options' | 'planned' | 'selected' | 'pinned'> {
  readonly ms?: number | undefined;
}

/** What a run would judge, and at what cost, before anything is sent. */
interface Estimate {
  readonly possible: readonly CalendarRequirement[];
  readonly plan: Plan;
  readonly cost: RunCost;
}

/** The part of the requests of a requirement that writes which are writes; the others read back. */
const WRITES = 2 / 3;

/** What a cause adds on average: it is confirmed and shrunk, and of what monitors notice a whole scenario is repeated. */
const eachCause: Readonly<Record<Effort, number>> = { quick: 15, standard: 30, deep: 250 };

/** Estimates what a run will cost its target. */
export function estimateCost({ options, planned, selected, pinned, ms }: CostOptions): Estimate {
  const { effort, maxRequests, mode, concurrency, rate, failedLogin } = options;
  const isPossible = ({ effects }: CalendarRequirement): boolean => mode === 'sandbox' || effects === 'reads';
  const fixed = estimateFixed(mode);
  const plan = dealBudget(planned.filter(isPossible), { effort, maxRequests, fixed });
  const possible = selected.filter(isPossible);
  const sumOf = (some: readonly CalendarRequirement[]): number =>
    some.reduce((sum, { id }) => sum + (plan.get(id)?.requests ?? 0), 0);
  const writing = sumOf(possible.filter(({ effects }) => effects === 'writes')) * WRITES;
  const most = options.identities.length === 0 ? mostRequests[effort] : withIdentities(effort, possible);
  const cost = {
    requests: Math.min(withReserve(sumOf(possible), effort) + fixed, maxRequests ?? most ?? Number.POSITIVE_INFINITY),
    writes: mode === 'sandbox' ? Math.round(writing + fixed - estimateFixed('readonly')) : 0,
    failure: eachCause[effort],
    msPerRequest: toPace({ ms, concurrency, rate }),
    keepsTrash: isTrash(pinned?.get('delete')),
    failsLogin: failedLogin,
    harm: mostHarm[effort],
  };
  return { possible, plan, cost };
}

type Pace = { readonly ms: number | undefined; readonly concurrency: number; readonly rate: number | undefined };

function toPace({ ms, concurrency, rate }: Pace): number | undefined {
  const limits = [...(ms === undefined ? [] : [ms / concurrency]), ...(rate === undefined ? [] : [1000 / rate])];
  return limits.length === 0 ? undefined : Math.max(...limits);
}

const isTrash = (fact: Parameters<typeof isJsonObject>[0] | undefined): boolean =>
  fact !== undefined && isJsonObject(fact) && fact['trash'] === true;
