import { beforeAll, describe, expect, test } from 'vitest';
import { requirements } from '../../suites/index.js';
import { compositions } from '../../zoo/compositions/compositions.js';
import { variants } from '../../zoo/variants/index.js';
import { through } from './bare.js';
import { judgePromised, lostBetween, type Judged } from './judge-promised.js';

const LONG = 60_000;
/**
 * Whole foreign deployments, each with several variants at once; proof/proven.full.test.ts has them all. The second one
 * takes so many requests that a proof leaves some requirements out.
 */
const few = compositions.filter(({ id }) => ['composition.1', 'composition.20'].includes(id));
let bare: Judged;

beforeAll(async () => {
  bare = await judgePromised();
}, LONG);

describe('nothing is blamed for being', () => {
  test('the reference server, of which nothing is left open where it has users', () => {
    expect(bare.failures).toEqual([]);
    expect([...bare.verdicts.keys()].filter((id) => !bare.passed.includes(id))).toEqual([]);
    expect(bare.left).toEqual([]);
  });

  test.each(few.map((one) => [one.id, one] as const))(
    '%s',
    async (_, composition) => {
      const judged = await judgePromised(through(composition, bare.sight));
      expect(judged.failures, composition.statement).toEqual([]);
      expect(judged.left).toEqual([]);
      expect(lostBetween(bare, judged, composition.allowances), 'what nobody has named').toEqual([]);
    },
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
