import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { RunReport } from '../../reports/run-report-schema.js';
import { createVirtualClock } from '../../wire/clock.js';
import { calproof } from './cli/console.js';
import { listenReference } from './targets.js';

const START = Date.parse('2026-11-21T12:00:00Z');

/** Of 20 requests a second, one of four shards may send five. */
const RATE = '--rate 20 --shard 2/4';
const SPACING_MS = 200;

test('a part of a snapshot sends its part of the rate', async () => {
  const { url } = await listenReference();
  const clock = createVirtualClock(START);
  const { code, stdout } = await calproof(`snapshot ${url} -o part.gz ${RATE} --concurrency 1 --quiet`, { clock });
  expect(code).toBe(0);
  const sent = Number(/after (\d+) requests/.exec(stdout)?.[1]);
  expect(clock.now() - START).toBe((sent - 1) * SPACING_MS);
});

test('a shard of check sends its part of the rate', async () => {
  const { url } = await listenReference();
  const clock = createVirtualClock(START);
  const line = `check ${url} --only tags.read --seed 7 ${RATE} --report json=report.json`;
  const { folder } = await calproof(line, { clock });
  const { requests }: RunReport = JSON.parse(readFileSync(join(folder, 'report.json'), 'utf8'));
  expect(requests).toBeGreaterThan(50);
  expect(clock.now() - START).toBeGreaterThanOrEqual((requests - 1) * SPACING_MS);
  expect(clock.now() - START).toBeLessThan((requests + 5) * SPACING_MS);
});
