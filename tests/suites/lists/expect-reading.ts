import { expect, test } from 'vitest';
import { type ReadingId, readingOf, readings } from '../../../contract/readings/readings.js';
import { resources } from '../../../contract/resources.js';
import type { WorldFile } from '../../../contract/world-file.js';
import completeWorld from '../../../fixtures/worlds/complete.json' with { type: 'json' };
import type { ReferenceServerOptions } from '../../../reference-server/index.js';
import { listsRequirements } from '../../../suites/lists/index.js';
import type { Interceptor } from '../../../wire/exchange.js';
import { onTrial } from '../on-trial.js';
import type { Choices } from './date-readings.js';

/** A target that reads one sentence otherwise than literally. */
export interface OtherReading {
  readonly reading: ReadingId;
  readonly alternative: string;
  readonly intercept: Interceptor;
  readonly server?: Omit<ReferenceServerOptions, 'world'>;
  /** Other readings that go with it. */
  readonly besides?: Choices;
}

/** What a target is blamed for: the alternatives that the words do not bear, in words. */
const unsupported = (choices: Choices): readonly string[] =>
  readings.flatMap(({ id, alternatives }) =>
    alternatives.filter((one) => one.id === choices[id] && !one.supported).map(({ text }) => text),
  );

/** Those on the collections that the reading is about. */
function requirementsAbout(reading: ReadingId): typeof listsRequirements {
  const clauses: readonly string[] = readingOf(reading).clauses;
  const about = Object.values(resources).filter(({ singular }) =>
    clauses.some((clause) => clause.startsWith(`${singular}.`)),
  );
  return listsRequirements.filter(({ id }) => about.some(({ collection }) => id.startsWith(`${collection}.`)));
}

/** Tests that a target is seen to follow a reading, and is blamed for it only where the words do not bear it. */
export function testReadings(others: readonly OtherReading[]): void {
  test.each(others.map((other) => [other.reading, other.alternative, other] as const))(
    '%s: %s',
    async (reading, alternative, { intercept, server = {}, besides = {} }) => {
      const on = await onTrial({ intercept, server, world: completeWorld as WorldFile });
      const blamed: Record<string, unknown> = {};
      for (const requirement of requirementsAbout(reading)) {
        const verdict = await on.trial.judge(requirement, { runs: 2, requests: 1000, shrinkRequests: 0 });
        if (verdict.outcome === 'failed') blamed[requirement.id] = verdict.counterexample.deviation.observed;
      }
      const { evidence } = on.opened.profile;
      await on.close();
      expect(evidence.get(reading)?.follows).toBe(alternative);
      expect(Object.values(blamed)).toEqual(unsupported({ ...besides, [reading]: alternative }));
    },
    20_000,
  );
}

/** One behind the other. */
export const chained =
  (...[first, ...others]: readonly Interceptor[]): Interceptor =>
  (request, next) =>
    first ? first(request, (sent) => chained(...others)(sent, next)) : next(request);
