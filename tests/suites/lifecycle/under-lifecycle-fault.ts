import type { CalendarRequirement } from '../../../adapter/subject.js';
import { lifecycleRequirements } from '../../../suites/lifecycle/index.js';
import { createVirtualClock } from '../../../wire/clock.js';
import type { Interceptor, WireRequest } from '../../../wire/exchange.js';
import { lifecycleFaults } from '../../../zoo/faults/index.js';
import { type OnTrial, onTrial } from '../on-trial.js';
import { lens } from '../under-fault.js';

/** A requirement of histories. @throws when there is none of this id. */
export function requirementOf(id: string): CalendarRequirement {
  const found = lifecycleRequirements.find((one) => one.id === id);
  if (!found) throw new Error(`no requirement is called ${id}`);
  return found;
}

/** A fault of the zoo, by its id. @throws when there is none. */
export function faultOf(id: string): Interceptor {
  const found = lifecycleFaults.find((one) => one.id === id);
  if (!found) throw new Error(`no fault is called ${id}`);
  return found.create(1, lens, createVirtualClock(0));
}

export interface Watched extends OnTrial {
  /** The requests that reached the server, in order. */
  readonly requests: readonly WireRequest[];
}

/** A trial of which the requests are kept. */
export async function onWatchedTrial(intercept: Interceptor = (request, next) => next(request)): Promise<Watched> {
  const requests: WireRequest[] = [];
  const on = await onTrial({
    intercept: (request, next) => {
      requests.push(request);
      return intercept(request, next);
    },
  });
  return { ...on, requests };
}
