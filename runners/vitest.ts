import { afterAll, assert, beforeAll, describe, expect, test } from 'vitest';
import type { CalendarRequirement } from '../adapter/subject.js';
import { useOf } from '../reports/baseline/baseline.js';
import { type EmbeddedTarget, type EmbeddingOptions, withDefaults } from './embed/embedding-options.js';
import { type Embedding, openEmbedding } from './embed/embedding.js';
import { type TestOutcome, toTestOutcome } from './embed/test-outcome.js';
import { selectRequirements } from './run/run-suites.js';
import { shardOf } from './run/shards.js';

/** How the requirements become a block of tests. */
export interface DescribeConformanceOptions extends Omit<EmbeddingOptions, 'target'> {
  /** The target, or a function that starts it: it is called once, before the first test, not while tests are collected. */
  readonly target: EmbeddedTarget | (() => EmbeddedTarget | Promise<EmbeddedTarget>);
  /** The name of the block of tests. */
  readonly name?: string;
  /** Whether a failed SHOULD fails its test too. Default false: the test is skipped with a reason. */
  readonly strict?: boolean;
  /** The result of a test of an inconclusive requirement. Default `skip`, with the reason. */
  readonly inconclusive?: 'fail' | 'skip';
  /** For one test, in ms. Default 60,000: a failure is shrunk before it is reported. */
  readonly testTimeout?: number;
}

/**
 * Defines one vitest test for each requirement, all on one trial: the world is built before the first test and deleted
 * after the last. A known deviation is skipped with a reason; one that its baseline entry no longer covers fails. The
 * block fails when no verdict was reached, and when a record could not be deleted.
 */
export function describeConformance(options: DescribeConformanceOptions): void {
  const { name = 'the calendar-events interface', testTimeout: timeout = 60_000 } = options;
  refuseRenamed(options);
  describe(name, () => {
    const block = createTrialBlock(options);
    beforeAll(block.open, timeout);
    afterAll(block.close, timeout);
    for (const requirement of inOrder(options)) {
      test(requirement.id, { timeout }, async (context) => {
        const outcome = await block.judge(requirement);
        if (outcome.kind === 'fails') assert.fail(outcome.message);
        if (outcome.kind === 'skips') context.skip(outcome.reason);
      });
    }
  });
}

/** Throws for an option under its earlier name: ignored, it would skip tests that should fail. */
function refuseRenamed(options: DescribeConformanceOptions): void {
  if ('cannotTell' in options) throw new TypeError('The option cannotTell of describeConformance is now inconclusive.');
}

/** Requirements that only read go first, while no record of the run changes shared lists. */
function inOrder(options: DescribeConformanceOptions): readonly CalendarRequirement[] {
  const { target: _, ...given } = options;
  const complete = withDefaults(given);
  const selected = shardOf(selectRequirements(complete, complete.suite), complete);
  return (['reads', 'writes'] as const).flatMap((effects) => selected.filter((one) => one.effects === effects));
}

/** What the tests of one block share. */
interface TrialBlock {
  open(): Promise<void>;
  judge(requirement: CalendarRequirement): Promise<TestOutcome>;
  close(): Promise<void>;
}

const NOTHING = { runs: 0, requests: 0, shrinkRequests: 0 };

function createTrialBlock({
  target,
  strict = false,
  inconclusive = 'skip',
  ...given
}: DescribeConformanceOptions): TrialBlock {
  let embedding: Embedding | undefined;
  let reached = 0;
  return {
    async open() {
      embedding = await openEmbedding({ ...given, target: typeof target === 'function' ? await target() : target });
    },
    async judge(requirement) {
      assert(embedding, 'the trial could not be opened');
      const { plan, session, address, baseline } = embedding;
      const verdict = await session.trial.judge(requirement, plan.get(requirement.id) ?? NOTHING);
      if (verdict.outcome === 'passed' || verdict.outcome === 'failed') reached += 1;
      const use = baseline && useOf({ requirement, verdict }, baseline);
      return toTestOutcome(requirement, verdict, { strict, inconclusive, origin: address.origin, use });
    },
    async close() {
      if (!embedding) return;
      const left = await embedding.session.trial.close();
      await embedding.close();
      expect(left, 'left behind').toEqual([]);
      expect(reached, 'verdicts that were reached').toBeGreaterThan(0);
    },
  };
}
