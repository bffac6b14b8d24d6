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
  /** What is judged, or how to start it: that is done once, before the first test, and not while tests are collected. */
  readonly target: EmbeddedTarget | (() => EmbeddedTarget | Promise<EmbeddedTarget>);
  /** The name of the block of tests. */
  readonly name?: string;
  /** Whether a SHOULD that is not met fails its test, too. Default false: the test is skipped and says so. */
  readonly strict?: boolean;
  /** What becomes of the test of a requirement of which nothing can be told. Default `skip`, with the reason. */
  readonly cannotTell?: 'fail' | 'skip';
  /** For one test, in ms. Default 60,000: a failure is shrunk before it is told. */
  readonly testTimeout?: number;
}

/**
 * One vitest test for each requirement, all on one trial: the world is built before the first test and deleted after
 * the last. A deviation that the baseline knows is skipped and says so; one that its entry no longer covers fails. The
 * block fails when nothing could be told, and when something could not be deleted.
 */
export function describeConformance(options: DescribeConformanceOptions): void {
  const { name = 'the calendar-events interface', testTimeout: timeout = 60_000 } = options;
  describe(name, () => {
    const course = createTrialBlock(options);
    beforeAll(course.open, timeout);
    afterAll(course.close, timeout);
    for (const requirement of inOrder(options)) {
      test(requirement.id, { timeout }, async (context) => {
        const outcome = await course.judge(requirement);
        if (outcome.kind === 'fails') assert.fail(outcome.message);
        if (outcome.kind === 'skips') context.skip(outcome.reason);
      });
    }
  });
}

/** Reading first, while nothing of ours is written, so that what is read of shared lists stands still. */
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
  cannotTell = 'skip',
  ...given
}: DescribeConformanceOptions): TrialBlock {
  let embedding: Embedding | undefined;
  let told = 0;
  return {
    async open() {
      embedding = await openEmbedding({ ...given, target: typeof target === 'function' ? await target() : target });
    },
    async judge(requirement) {
      assert(embedding, 'the trial could not be opened');
      const { plan, session, address, baseline } = embedding;
      const verdict = await session.trial.judge(requirement, plan.get(requirement.id) ?? NOTHING);
      if (verdict.outcome === 'passed' || verdict.outcome === 'failed') told += 1;
      const use = baseline && useOf({ requirement, verdict }, baseline);
      return toTestOutcome(requirement, verdict, { strict, cannotTell, origin: address.origin, use });
    },
    async close() {
      if (!embedding) return;
      const left = await embedding.session.trial.close();
      await embedding.close();
      expect(left, 'left behind').toEqual([]);
      expect(told, 'requirements that were told').toBeGreaterThan(0);
    },
  };
}
