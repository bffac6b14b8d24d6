import { beforeAll, describe, expect, test } from 'vitest';
import type { Interceptor } from '../../harness/exchange.js';
import type { Verdict } from '../../harness/verdict.js';
import { requirements } from '../../suites/index.js';
import { variants } from '../../zoo/variants/index.js';
import { createWireLens, type WireSight } from '../../zoo/wire-lens.js';
import { onBare } from './bare.js';

const SEED = 1;
const only = process.env.CALPROOF_ONLY ?? '';

type Told = ReadonlyMap<string, Verdict>;

/** What others than the reference server promise; one run each, as at quick effort. */
const promised = requirements.filter(({ profile }) => profile !== 'reference');

async function judgeAll(intercept?: Interceptor): Promise<{ readonly told: Told; readonly sight: WireSight }> {
  const on = await onBare(intercept);
  const told = new Map<string, Verdict>();
  // Reading first, while nothing of ours is written.
  for (const effects of ['reads', 'writes'] as const) {
    const due = promised.filter((requirement) => requirement.effects === effects);
    for (const requirement of due) {
      const verdict = await on.trial.judge(requirement, { runs: 1, requests: 1000, shrinkRequests: 60 });
      told.set(requirement.id, verdict);
    }
  }
  expect(await on.close()).toEqual([]);
  return { told, sight: on.opened.profile };
}

const withOutcome = (told: Told, outcome: Verdict['outcome']): readonly string[] =>
  [...told].filter(([, verdict]) => verdict.outcome === outcome).map(([id]) => id);

const reasons = (told: Told, ids: readonly string[]): readonly string[] =>
  ids.map((id) => {
    const verdict = told.get(id);
    return `${id}: ${verdict && 'reason' in verdict ? verdict.reason : verdict?.outcome}`;
  });

const describeFailure = (told: Told, id: string): string => {
  const verdict = told.get(id);
  if (verdict?.outcome !== 'failed') return id;
  const { expected, observed } = verdict.counterexample.deviation;
  return `${id}: expected ${expected}, observed ${observed}`;
};

describe('nothing is blamed for being a variant', () => {
  let bare: Awaited<ReturnType<typeof judgeAll>>;
  beforeAll(async () => {
    bare = await judgeAll();
  });

  test('nor is the reference server', () => {
    expect(withOutcome(bare.told, 'failed').map((id) => describeFailure(bare.told, id))).toEqual([]);
  });

  test.each(variants.filter(({ id }) => id.startsWith(only)).map((variant) => [variant.id, variant] as const))(
    '%s',
    async (_, variant) => {
      const { told } = await judgeAll(variant.create(SEED, createWireLens(bare.sight)));
      expect(withOutcome(told, 'failed').map((id) => describeFailure(told, id))).toEqual([]);
      const passing = withOutcome(bare.told, 'passed');
      const lost = passing.filter((id) => told.get(id)?.outcome !== 'passed');
      expect(lost.length / passing.length, reasons(told, lost).join('\n')).toBeLessThan(0.05);
    },
    60_000,
  );
});
