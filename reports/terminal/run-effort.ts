import type { RunEvent } from '../../kernel/run-event.js';
import { type Plan, withReserve } from '../../kernel/run/plan.js';

/** The requests that a run has still to send, as far as it is known. */
interface RunEffort {
  readonly plan: Plan;
  /** Those sent before the first requirement; undefined until then. */
  readonly before: number | undefined;
  readonly judging: number;
  readonly examining: number;
  readonly cleaning: number;
}

export const noEffort: RunEffort = { plan: new Map(), before: undefined, judging: 0, examining: 0, cleaning: 0 };

/** What clean-up takes, give or take: most of it deletes the test data. */
const CLEAN_UP = 100;

/** The effort after an event. What cannot be judged on the target is dealt nothing, so it takes nothing. */
export function spend(effort: RunEffort, event: RunEvent, isCause: boolean): RunEffort {
  const { plan, before, judging, examining } = effort;
  const shrinkingOf = (id: string): number => plan.get(id)?.shrinkRequests ?? 0;
  switch (event.type) {
    case 'started': {
      const writes = event.planned.some(({ id, effects }) => effects === 'writes' && toRequests(event.plan, id) > 0);
      const all = event.planned.reduce((sum, { id }) => sum + toRequests(event.plan, id), 0);
      return { ...noEffort, plan: event.plan, judging: all, cleaning: writes ? CLEAN_UP : 0 };
    }
    case 'judging':
      return { ...effort, before: before ?? event.requests };
    case 'judged': {
      const { id } = event.requirement;
      const due = isCause ? shrinkingOf(id) : 0;
      return { ...effort, judging: judging - toRequests(plan, id), examining: examining + due };
    }
    case 'examining':
      return { ...effort, examining: event.ids.reduce((sum, id) => sum + shrinkingOf(id), 0) };
    case 'nominated':
    case 'cleaning':
    case 'ended':
      return effort;
  }
}

const toRequests = (plan: Plan, id: string): number => plan.get(id)?.requests ?? 0;

/** The part of the requests that are sent, from 0 to 1. */
export function toDone({ before, judging, examining, cleaning }: RunEffort, requests: number): number {
  if (before === undefined) return 0;
  const sent = requests - before;
  const left = withReserve(judging + examining, 'standard') + cleaning;
  return sent / Math.max(1, sent + left);
}
