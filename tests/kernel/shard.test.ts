import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { dealShards } from '../../kernel/run/shard.js';
import { requirementWith } from '../reports/sample-run.js';

const weights = fc.array(fc.integer({ min: 1, max: 1_000 }), { maxLength: 60 });
const counts = fc.integer({ min: 1, max: 12 });

const deal = (all: readonly number[], count: number) => {
  const requirements = all.map((_, at) => requirementWith({ id: `r.${at}` }));
  const weightOf = ({ id }: { readonly id: string }): number => all[Number(id.slice(2))] ?? 0;
  const shards = dealShards(requirements, { count, weightOf });
  const loads = shards.map((shard) => shard.reduce((sum, one) => sum + weightOf(one), 0));
  return { requirements, shards, loads };
};

describe('requirements dealt to shards', () => {
  test('are each in one shard, in the order of the whole', () => {
    fc.assert(
      fc.property(weights, counts, (all, count) => {
        const { requirements, shards } = deal(all, count);
        expect(shards).toHaveLength(count);
        const sorted = shards.flat().toSorted((one, other) => requirements.indexOf(one) - requirements.indexOf(other));
        expect(sorted).toEqual(requirements);
        for (const shard of shards) expect(shard).toEqual(requirements.filter((one) => shard.includes(one)));
      }),
    );
  });

  test('leave no shard empty while there are enough', () => {
    fc.assert(
      fc.property(weights, counts, (all, count) => {
        const filled = deal(all, count).shards.filter((shard) => shard.length > 0);
        expect(filled).toHaveLength(Math.min(count, all.length));
      }),
    );
  });

  test('weigh alike but for one requirement', () => {
    fc.assert(
      fc.property(weights, counts, (all, count) => {
        const { loads } = deal(all, count);
        expect(Math.max(...loads) - Math.min(...loads)).toBeLessThanOrEqual(Math.max(0, ...all));
      }),
    );
  });
});
