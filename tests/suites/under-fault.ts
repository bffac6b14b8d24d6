import { afterAll, beforeAll } from 'vitest';
import type { WorldFile } from '../../contract/world-file.js';
import completeWorld from '../../fixtures/worlds/complete.json' with { type: 'json' };
import type { Verdict } from '../../kernel/verdict.js';
import { requirements } from '../../suites/index.js';
import type { Interceptor } from '../../wire/exchange.js';
import type { JsonObject } from '../../wire/json.js';
import { createWireView } from '../../zoo/intercept/wire-view.js';
import { type OnTrial, onTrial } from './on-trial.js';

/** The reference server as it shows itself on the wire. */
export const lens = createWireView({ namespace: 'vendor/events/v1', languageParameter: 'ml_language', shapes: {} });

/** A fault and the requirement that is about just that. */
export type FaultCase = readonly [id: string, fault: Interceptor];

const honest: Interceptor = (request, next) => next(request);
const world = completeWorld as WorldFile;

/** As often as it takes to draw what a fault is about. */
const OFTEN = 3;

async function judgeOn({ trial }: OnTrial, id: string, times = OFTEN): Promise<Verdict> {
  const requirement = requirements.find((one) => one.id === id);
  if (!requirement) throw new Error(`no requirement is called ${id}`);
  return trial.judge(requirement, { runs: (requirement.runs ?? 1) * times, requests: 1000, shrinkRequests: 0 });
}

/** One trial for a file, learned without a fault; each judging then meets its own. */
export function underFaults(): (fault: Interceptor, id: string, times?: number) => Promise<Verdict> {
  let on: OnTrial;
  let current = honest;
  beforeAll(async () => {
    on = await onTrial({ world, intercept: (request, next) => current(request, next) });
  });
  afterAll(async () => {
    await on.close();
  });
  return async (fault, id, times) => {
    current = fault;
    try {
      return await judgeOn(on, id, times);
    } finally {
      current = honest;
    }
  };
}

/** Judges on a target that has had the fault from the beginning; gives the outcome of each. */
export async function outcomesFromTheStart(
  fault: Interceptor,
  ids: readonly string[],
): Promise<Readonly<Record<string, string>>> {
  const on = await onTrial({ world, intercept: fault });
  const outcomes: Record<string, string> = {};
  try {
    for (const id of ids) outcomes[id] = (await judgeOn(on, id)).outcome;
    return outcomes;
  } finally {
    await on.close();
  }
}

/** The same outcome for each. */
export const all = (outcome: string, ids: readonly string[]): Readonly<Record<string, string>> =>
  Object.fromEntries(ids.map((id) => [id, outcome]));

/** An object without some of its fields. */
export const without = (object: JsonObject, ...names: readonly string[]): JsonObject =>
  Object.fromEntries(Object.entries(object).filter(([name]) => !names.includes(name)));
