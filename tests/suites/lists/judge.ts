import type { WorldFile } from '../../../contract/world-file.js';
import completeWorld from '../../../fixtures/worlds/complete.json' with { type: 'json' };
import type { Verdict } from '../../../kernel/verdict.js';
import { listsRequirements } from '../../../suites/lists/index.js';
import type { Interceptor } from '../../../wire/exchange.js';
import { type OnTrial, onTrial } from '../on-trial.js';

export interface Judged {
  readonly id: string;
  readonly verdict: Verdict;
}

const judgeOne = async ({ trial }: OnTrial, id: string, runs?: number): Promise<Verdict> => {
  const requirement = listsRequirements.find((one) => one.id === id);
  if (!requirement) throw new Error(`no list requirement is called ${id}`);
  return trial.judge(requirement, { runs: runs ?? requirement.runs ?? 1, requests: 1000, shrinkRequests: 20 });
};

/** Judges the list requirements under a prefix, on a target with the complete world file. */
export async function judgeLists(
  intercept: Interceptor,
  prefix: string,
  thoroughly: string,
): Promise<readonly Judged[]> {
  const on = await onTrial({ intercept, world: completeWorld as WorldFile });
  const judged: Judged[] = [];
  try {
    for (const { id } of listsRequirements.filter((one) => one.id.startsWith(prefix))) {
      judged.push({ id, verdict: await judgeOne(on, id, id === thoroughly ? undefined : 1) });
    }
    return judged;
  } finally {
    await on.close();
  }
}

/** The ids of those that failed. */
export const failed = (judged: readonly Judged[]): readonly string[] =>
  judged.filter(({ verdict }) => verdict.outcome === 'failed').map(({ id }) => id);
