import { afterAll, beforeAll, expect } from 'vitest';
import type { CalendarRequirement } from '../../../adapter/subject.js';
import type { Verdict } from '../../../kernel/verdict.js';
import { recordsRequirements } from '../../../suites/records/index.js';
import type { Interceptor } from '../../../wire/exchange.js';
import type { JsonObject } from '../../../wire/json.js';
import { createWireView } from '../../../zoo/intercept/wire-view.js';
import { type OnTrial, onTrial } from '../on-trial.js';

export const NAMESPACE = 'vendor/events/v1';

/** The reference server as it shows itself on the wire. */
export const lens = createWireView({ namespace: NAMESPACE, languageParameter: 'ml_language', shapes: {} });

/** Judges a requirement on a target with a fault. */
export type JudgeUnder = (fault: Interceptor, id: string) => Promise<Verdict>;

export function requirementOf(id: string): CalendarRequirement {
  const found = recordsRequirements.find((requirement) => requirement.id === id);
  if (!found) throw new Error(`no requirement is called ${id}`);
  return found;
}

export const judgeOn = ({ trial }: OnTrial, id: string, shrinkRequests = 0): Promise<Verdict> => {
  const requirement = requirementOf(id);
  return trial.judge(requirement, { runs: requirement.runs ?? 1, requests: 1000, shrinkRequests });
};

/** The requirement on what the updates of a kind do to fields that they do not send. */
export const unsentAt = (id: string): string => id.replace(/[a-z]+$/, 'unsent');

/** A body without a field. */
export const without = (body: JsonObject, name: string): JsonObject =>
  Object.fromEntries(Object.entries(body).filter(([field]) => field !== name));

const honest: Interceptor = (request, next) => next(request);

/**
 * One trial for a file, learned without a fault; each judging then meets its own. What is left behind is deleted. What
 * fails is not shrunk when no requests are given for it.
 */
export function underFaults({ shrinkRequests = 0 } = {}): JudgeUnder {
  let on: OnTrial;
  let current = honest;
  beforeAll(async () => {
    on = await onTrial({ intercept: (request, next) => current(request, next) });
  });
  afterAll(async () => {
    expect(await on.close()).toEqual([]);
    expect(Object.values(on.counts())).toEqual([0, 0, 0, 0, 0]);
  });
  return async (fault, id) => {
    current = fault;
    try {
      return await judgeOn(on, id, shrinkRequests);
    } finally {
      current = honest;
    }
  };
}

/** Judges on a target that has had the fault from the beginning. */
export async function judgeFromTheStart(fault: Interceptor, id: string): Promise<Verdict> {
  const on = await onTrial({ intercept: fault });
  const verdict = await judgeOn(on, id);
  await on.close();
  return verdict;
}
