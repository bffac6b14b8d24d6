import type { WorldFile } from '../../../contract/world-file.js';
import completeWorld from '../../../fixtures/worlds/complete.json' with { type: 'json' };
import type { Verdict } from '../../../kernel/verdict.js';
import { algebraRequirements } from '../../../suites/algebra/index.js';
import { onTrial, type OnTrialOptions } from '../on-trial.js';

/** Judges relations as often as at standard effort, by default all of them. */
export async function judgeAlgebra(
  options: OnTrialOptions,
  ids: readonly string[] = algebraRequirements.map(({ id }) => id),
): Promise<ReadonlyMap<string, Verdict>> {
  const on = await onTrial({ world: completeWorld as WorldFile, ...options });
  const verdicts = new Map<string, Verdict>();
  try {
    for (const requirement of algebraRequirements.filter(({ id }) => ids.includes(id))) {
      const allowance = { runs: requirement.runs ?? 1, requests: 1000, shrinkRequests: 60 };
      verdicts.set(requirement.id, await on.trial.judge(requirement, allowance));
    }
    return verdicts;
  } finally {
    await on.close();
  }
}
