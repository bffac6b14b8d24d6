import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { WorldFile } from '../../../contract/world-file.js';
import completeWorld from '../../../fixtures/worlds/complete.json' with { type: 'json' };
import { execute } from '../../../kernel/execution.js';
import type { Watched } from '../../../kernel/monitor.js';
import { requirements } from '../../../suites/index.js';
import { monitoringRequirements } from '../../../suites/monitors/index.js';
import { createVirtualClock } from '../../../wire/clock.js';
import { Inconclusive } from '../../../wire/errors.js';
import { variants } from '../../../zoo/variants/index.js';
import { type OnTrial, onTrial } from '../on-trial.js';
import { lens } from '../under-fault.js';

const SEED = 1;
const EVERY = 5;
const LONG = 120_000;

/** What monitors made of one execution of a requirement; nothing where the target lacks what it needs. */
async function watchedIn({ opened }: OnTrial, requirement: (typeof requirements)[number]): Promise<readonly Watched[]> {
  if (requirement.monitors || requirement.needs.some((need) => opened.lacks(need) !== undefined)) return [];
  try {
    const [scenario] = fc.sample(requirement.scenarios(opened.world), { seed: SEED, numRuns: 1 });
    return (scenario && (await execute(scenario, opened.open)).watched) ?? [];
  } catch (error) {
    if (error instanceof Inconclusive) return [];
    throw error;
  }
}

/** All that was watched on a conforming target. */
async function watchedOn(variant: (typeof variants)[number] | undefined, every: number): Promise<readonly Watched[]> {
  const intercept = variant?.create(SEED, lens, createVirtualClock(Date.now()));
  const on = await onTrial({ world: completeWorld as WorldFile, ...(intercept && { intercept }) });
  const all: Watched[] = [];
  for (const one of requirements.filter((_, at) => at % every === 0)) all.push(...(await watchedIn(on, one)));
  await on.close();
  return all;
}

const guilty = (all: readonly Watched[]) => all.filter((one) => 'defect' in one || one.nominations.length > 0);

describe('monitors', { timeout: LONG }, () => {
  test('nominate nothing in any stream of the reference server, and judge much of it', async () => {
    const all = await watchedOn(undefined, 1);
    expect(guilty(all)).toEqual([]);
    const ids = monitoringRequirements.filter(({ needs }) => !needs.includes('identity.weaker')).map(({ id }) => id);
    const often = ids.map((id) => all.filter(({ requirement }) => requirement === id).length);
    expect(Math.min(...often)).toBeGreaterThan(5);
  });

  // The proof judges all of them; these are of the families that change most of what is shown.
  const some = variants.filter((_, at) => at % 25 === 0);
  test.each(some.map((variant) => [variant.id, variant] as const))('nominate nothing on %s', async (_, variant) => {
    expect(guilty(await watchedOn(variant, EVERY))).toEqual([]);
  });
});
