import { beforeAll, describe, expect, test } from 'vitest';
import { requirements } from '../../suites/index.js';
import type { Allowance } from '../../zoo/variant.js';
import { variants } from '../../zoo/variants/index.js';
import type { OnTrialOptions } from '../suites/on-trial.js';
import { through } from './bare.js';
import { judgePromised, lostBetween, type Judged } from './judge-promised.js';

const only = process.env.CALPROOF_ONLY ?? '';
const LONG = 60_000;
let bare: Judged;

beforeAll(async () => {
  bare = await judgePromised();
});

/** Expects nothing to fail on a conforming target, and nearly all to pass. */
async function expectUnblamed(options: OnTrialOptions, allowances: readonly Allowance[] = []): Promise<void> {
  const judged = await judgePromised(options);
  expect(judged.failures).toEqual([]);
  expect(judged.left).toEqual([]);
  expect(lostBetween(bare, judged, allowances), 'what nobody has named').toEqual([]);
  const lost = lostBetween(bare, judged);
  expect(lost.length / bare.passed.length, lost.join('\n')).toBeLessThan(0.05);
}

describe('nothing is blamed for being', () => {
  test('the reference server', () => {
    expect(bare.failures).toEqual([]);
    expect(bare.passed.length).toBeGreaterThan(0);
  });

  test.each(variants.filter(({ id }) => id.startsWith(only)).map((variant) => [variant.id, variant] as const))(
    '%s',
    (_, variant) => expectUnblamed(through(variant, bare.sight), variant.allowances),
    LONG,
  );

  test.each(['Pacific/Auckland', 'America/Los_Angeles', 'Asia/Kolkata'].filter((zone) => zone.startsWith(only)))(
    'in the zone %s',
    (zone) => expectUnblamed({ server: { zone } }),
    LONG,
  );
});

describe('the catalogue of variants', () => {
  test('names each variant once, and at least twenty-five', () => {
    const ids = variants.map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids.length).toBeGreaterThanOrEqual(25);
  });

  test('allows for requirements that exist', () => {
    const allowed = variants.flatMap(({ allowances = [] }) => allowances.map(({ requirement }) => requirement));
    expect(allowed.filter((prefix) => !requirements.some(({ id }) => id.startsWith(prefix)))).toEqual([]);
  });
});
