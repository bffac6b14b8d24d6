import type { RequirementInfo } from '../../kernel/requirement.js';
import type { RunEvent } from '../../kernel/run-event.js';
import { type Plan, shrinkingAmong, withReserve } from '../../kernel/run/plan.js';

/** What a run spent and has still to spend, in requests, as far as it is known. */
interface RunEffort {
  readonly plan: Plan;
  readonly spent: number;
  readonly judging: number;
  readonly examining: number;
  readonly cleaning: number;
}

export const noEffort: RunEffort = { plan: new Map(), spent: 0, judging: 0, examining: 0, cleaning: 0 };

/** What clean-up takes, give or take: most of it deletes the test data. */
const CLEAN_UP = 100;

/** A list is compared with a model of itself, so that it takes more time than its request; less where a rate is kept. */
const READING = 1.3;

/** The effort after an event. What cannot be judged on the target is dealt nothing, so it takes nothing. */
export function spend(effort: RunEffort, event: RunEvent, isCause: boolean): RunEffort {
  const { plan, spent, judging, examining } = effort;
  const shrinkingOf = (id: string, among: number): number => {
    const allowance = plan.get(id);
    return allowance ? shrinkingAmong(allowance, among) : 0;
  };
  switch (event.type) {
    case 'started': {
      const writes = event.planned.some((one) => one.effects === 'writes' && weigh(event.plan, one) > 0);
      const all = event.planned.reduce((sum, one) => sum + weigh(event.plan, one), 0);
      return { ...noEffort, plan: event.plan, judging: all, cleaning: writes ? CLEAN_UP : 0 };
    }
    case 'judged': {
      const { requirement } = event;
      const weight = weigh(plan, requirement);
      const due = isCause ? (plan.get(requirement.id)?.shrinkRequests ?? 0) : 0;
      return { ...effort, spent: spent + weight, judging: judging - weight, examining: examining + due };
    }
    case 'examining':
      return { ...effort, examining: event.ids.reduce((sum, id) => sum + shrinkingOf(id, event.ids.length), 0) };
    case 'judging':
    case 'nominated':
    case 'cleaning':
    case 'ended':
      return effort;
  }
}

const weigh = (plan: Plan, { id, effects }: RequirementInfo): number =>
  (plan.get(id)?.requests ?? 0) * (effects === 'reads' ? READING : 1);

/** The part that is spent, from 0 to 1. */
export function toDone({ spent, judging, examining, cleaning }: RunEffort): number {
  const left = withReserve(judging + examining, 'standard') + cleaning;
  return spent / Math.max(1, spent + left);
}
