import { expect, test } from 'vitest';
import { defaultProfiles } from '../../../contract/clauses/clause.js';
import type { WorldFile } from '../../../contract/world-file.js';
import completeWorld from '../../../fixtures/worlds/complete.json' with { type: 'json' };
import { runTrial } from '../../../kernel/run/run.js';
import { createReferenceServer } from '../../../reference-server/index.js';
import { createDirectTransport } from '../../../runners/prove/open-case.js';
import { dealFor } from '../../../runners/run/budget.js';
import { select } from '../../../runners/run/selection.js';
import { openSession } from '../../../runners/run/session.js';
import { requirements } from '../../../suites/index.js';
import { createVirtualClock } from '../../../wire/clock.js';
import type { Interceptor } from '../../../wire/exchange.js';

const NOW = Date.parse('2030-03-05T10:00:00Z');
const ANSWER_MS = 40;
const MOST_MS = 8_000;

/** How long a quick run takes, in ms, when each answer takes 40 ms and nothing else takes any time. */
async function timeOf(concurrency: number): Promise<number> {
  const clock = createVirtualClock(NOW);
  const world = completeWorld as WorldFile;
  const { handler } = createReferenceServer({ world, now: () => new Date(NOW) });
  const slow: Interceptor = async (request, next) => {
    await clock.sleep(ANSWER_MS);
    return next(request);
  };
  const session = await openSession({
    transport: createDirectTransport(handler),
    site: { root: '', namespace: 'vendor/events/v1', languageParameter: 'ml_language' },
    mode: 'sandbox',
    seed: 1,
    now: NOW,
    random: 0.5,
    clock,
    concurrency,
    intercept: [slow],
    worldFile: world,
  });
  const selected = select(requirements, { effort: 'quick', only: [], skip: [], profiles: defaultProfiles });
  const plan = dealFor(session.calendar, selected, { effort: 'quick', maxRequests: undefined });
  const run = { trial: session.trial, requirements: selected, plan, concurrency, clock, startedAt: NOW };
  for await (const event of runTrial(run)) if (event.type === 'ended') return event.ms;
  throw new Error('the run ended without an end');
}

test('a quick run with 8 at a time ends within 8 s where each answer takes 40 ms', async () => {
  const ms = await timeOf(8);
  expect(ms).toBeGreaterThan(2_000);
  expect(ms).toBeLessThan(MOST_MS);
}, 60_000);
