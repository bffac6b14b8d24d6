import { randomInt } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { runTrial } from '../../build/kernel/run/run.js';
import { openTrial } from '../../build/kernel/trial.js';
import { dealFor } from '../../build/runners/run/budget.js';
import { select } from '../../build/runners/run/selection.js';
import { needsOf, openSession } from '../../build/runners/run/session.js';
import { requirements } from '../../build/suites/index.js';
import { systemClock } from '../../build/wire/clock.js';
import { createRemoteTransport } from '../../build/wire/transports/remote.js';

/** @typedef {import('../../build/wire/exchange.js').WireRequest} WireRequest */

/**
 * Judges a server as `calproof check` does.
 *
 * @param {string} origin @param {{ effort: 'quick' | 'standard', concurrency: number }} options
 * @returns {Promise<{ ms: number, requests: readonly WireRequest[], failed: number, watching: number }>} the requests in
 *   the order sent; `watching` is how many ms monitors took
 */
export async function judge(origin, { effort, concurrency }) {
  /** @type {WireRequest[]} */
  const requests = [];
  const world = JSON.parse(await readFile(new URL('../../fixtures/worlds/complete.json', import.meta.url), 'utf8'));
  const selected = select(requirements, { effort, only: [], skip: [], profiles: ['core', 'coherence', 'http'] });
  const startedAt = systemClock.now();
  const start = performance.now();
  const { calendar, close } = await openSession({
    transport: createRemoteTransport({ origin, timeoutMs: 10_000, connections: concurrency }),
    site: { root: '', namespace: 'vendor/events/v1', languageParameter: 'ml_language' },
    mode: 'sandbox',
    seed: 1,
    now: startedAt,
    random: randomInt(2 ** 31) / 2 ** 31,
    clock: systemClock,
    concurrency,
    worldFile: world,
    needs: needsOf(selected),
    intercept: [
      (request, next) => {
        requests.push(request);
        return next(request);
      },
    ],
  });
  let watching = 0;
  const open = () => {
    const opened = calendar.open();
    /** @type {typeof opened.watch} */
    const watch = (exchanges) => {
      const since = performance.now();
      const watched = opened.watch?.(exchanges) ?? [];
      watching += performance.now() - since;
      return watched;
    };
    return { ...opened, watch };
  };
  const trial = openTrial(Object.create(calendar, { open: { value: open } }));
  const plan = dealFor(calendar, selected, { effort, maxRequests: undefined });
  let failed = 0;
  for await (const event of runTrial({
    trial,
    requirements: selected,
    plan,
    concurrency,
    clock: systemClock,
    startedAt,
  })) {
    if (event.type === 'judged' && event.verdict.outcome === 'failed') failed += 1;
  }
  await close();
  return { ms: performance.now() - start, requests, failed, watching };
}
