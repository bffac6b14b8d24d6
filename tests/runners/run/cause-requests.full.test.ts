import { expect, test } from 'vitest';
import type { RunEnd } from '../../../kernel/run-event.js';
import { createVirtualClock } from '../../../wire/clock.js';
import { faults } from '../../../zoo/faults/index.js';
import { createWireView } from '../../../zoo/intercept/wire-view.js';
import { NOW, runWith } from './run-with.js';

const LONG = 300_000;
const view = createWireView({ namespace: 'vendor/events/v1', languageParameter: 'ml_language', shapes: {} });

const causesOf = ({ judged }: RunEnd): number =>
  judged.filter(({ verdict }) => verdict.outcome === 'failed' && verdict.cause === undefined).length;

const sample = ['events.create.flags-lost', 'records.create.description-hyphens-lost', 'organizers.list.page-overlaps'];

// A cause of a requirement with more requests than that is confirmed all the same.
test.each([
  ['standard', 30],
  ['quick', 15],
] as const)(
  'causes add on average at most what is promised to a %s run: %d',
  async (effort, each) => {
    const bare = await runWith(effort);
    const ends = await Promise.all(
      faults
        .filter(({ id }) => sample.includes(id))
        .map((one) => runWith(effort, { intercept: [one.create(1, view, createVirtualClock(NOW))] })),
    );
    const added = ends.reduce((sum, { requests }) => sum + requests - bare.requests, 0);
    const causes = ends.reduce((sum, end) => sum + causesOf(end), 0);
    expect(causes).toBeGreaterThanOrEqual(sample.length);
    expect(added).toBeLessThanOrEqual(each * causes);
  },
  LONG,
);
