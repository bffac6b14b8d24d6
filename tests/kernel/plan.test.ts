import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { shrinkingAmong, toPlan } from '../../kernel/run/plan.js';
import { askingOnce } from './toy.js';

const named = (id: string, cost: number, runs?: number) =>
  askingOnce(async () => {}, { id, cost, ...(runs !== undefined && { runs }) });

const spentBy = (plan: ReturnType<typeof toPlan>): number =>
  [...plan.values()].reduce((sum, { requests }) => sum + requests, 0);

describe('without a limit a plan deals', () => {
  const requirements = [named('once', 3), named('often', 2, 8)];

  test.each([
    ['quick', 1, 1],
    ['standard', 1, 8],
    ['deep', 10, 80],
  ] as const)('at %s effort %d and %d runs', (effort, once, often) => {
    const plan = toPlan(requirements, { effort, fixed: 100 });
    expect([plan.get('once')?.runs, plan.get('often')?.runs]).toEqual([once, often]);
    expect(plan.get('often')?.requests).toBe(often * 2);
  });
});

test.each([
  ['quick', 6, 20],
  ['standard', 24, 40],
  ['deep', 200, 200],
] as const)('a failure of a requirement with more requests may be made smaller with more: %s', (effort, few, many) => {
  const plan = toPlan([named('few', 2), named('many', 20)], { effort, fixed: 0 });
  expect([...plan.values()].map(({ shrinkRequests }) => shrinkRequests)).toEqual([few, many]);
});

describe('failures that are examined together', () => {
  const allowanceOf = (cost: number, options: Parameters<typeof toPlan>[1]) => {
    const allowance = toPlan([named('one', cost)], options).get('one');
    if (!allowance) throw new RangeError('it is planned');
    return allowance;
  };
  const standard = { effort: 'standard', fixed: 0 } as const;

  test.each([
    ['alone, as many as make it small', 10, 1, 200],
    ['alone, no more than all may spend', 80, 1, 360],
    ['among a few, an equal part', 20, 4, 90],
    ['among many, what each has in any case', 20, 100, 40],
  ])('may spend: %s', (_, cost, failures, requests) => {
    expect(shrinkingAmong(allowanceOf(cost, standard), failures)).toBe(requests);
  });

  test('may spend no more than is planned where the limit is strict, or the run is quick', () => {
    expect(shrinkingAmong(allowanceOf(20, { ...standard, maxRequests: 1000, isStrict: true }), 1)).toBe(40);
    expect(shrinkingAmong(allowanceOf(20, { effort: 'quick', fixed: 0 }), 1)).toBe(20);
  });
});

describe('with a limit a plan', () => {
  const requirements = Array.from({ length: 10 }, (_, at) => named(`r${at}`, 2, 10));

  test('gives every requirement its share of fewer runs', () => {
    const plan = toPlan(requirements, { effort: 'standard', maxRequests: 170, fixed: 40 });
    expect(plan.size).toBe(10);
    expect(new Set([...plan.values()].map(({ runs }) => runs))).toEqual(new Set([5, 6]));
  });

  test('gives the last in the catalogue none when there is not enough for all', () => {
    const plan = toPlan(requirements, { effort: 'standard', maxRequests: 12, fixed: 0 });
    expect([...plan.keys()]).toEqual(['r0', 'r1', 'r2', 'r3', 'r4']);
  });

  test('gives nobody anything when probing takes it all', () => {
    expect(toPlan(requirements, { effort: 'quick', maxRequests: 100, fixed: 200 }).size).toBe(0);
  });

  test.each([
    ['all runs', 10],
    ['one run each', 45],
    ['one run of some', 60],
  ])('deals %s alike, whatever a few requests more or less were found before', (_, count) => {
    const all = Array.from({ length: 10 * count }, (__, at) => named(`r${at}`, 5 + (at % 3), 3));
    const deal = (fixed: number) => toPlan(all, { effort: 'standard', maxRequests: 3_000, fixed });
    for (const fixed of [202, 222, 234, 250]) expect(deal(fixed)).toEqual(deal(225));
  });

  test('never deals more than is left after what is fixed and the reserve', () => {
    const catalogue = fc.array(
      fc.record({ cost: fc.integer({ min: 1, max: 30 }), runs: fc.integer({ min: 1, max: 50 }) }),
    );
    fc.assert(
      fc.property(catalogue, fc.nat(2_000), fc.nat(200), (rules, maxRequests, fixed) => {
        const all = rules.map(({ cost, runs }, at) => named(`r${at}`, cost, runs));
        const plan = toPlan(all, { effort: 'standard', maxRequests, fixed });
        expect(spentBy(plan)).toBeLessThanOrEqual(Math.max(0, maxRequests - fixed));
        for (const { runs } of plan.values()) expect(runs).toBeGreaterThan(0);
      }),
    );
  });

  test('deals alike whatever else happens: it is a function of the catalogue', () => {
    const options = { effort: 'standard', maxRequests: 77, fixed: 3 } as const;
    expect(toPlan(requirements, options)).toEqual(toPlan(requirements, options));
  });
});
