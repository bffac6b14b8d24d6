import { expect, test } from 'vitest';
import { createPalette } from '../../../harness/reports/palette.js';
import { advance, noProgress, type Progress, toMilestone, toProgressLine } from '../../../harness/reports/progress.js';
import type { RunEvent } from '../../../harness/run.js';
import { cantTell, failedWith, judged, manyJudged, passed } from './sample-run.js';

const planned = manyJudged(10, passed, 'a.x').map(({ requirement }) => requirement);
const after = (...events: readonly RunEvent[]): Progress => events.reduce(advance, noProgress);
const started: RunEvent = { type: 'started', planned };
const judgedEvent = (one: ReturnType<typeof judged>, requests: number): RunEvent => ({
  type: 'judged',
  requests,
  ...one,
});

test('counts verdicts and requests', () => {
  const progress = after(
    started,
    judgedEvent(judged('a.1', passed), 10),
    judgedEvent(judged('a.2', failedWith()), 20),
    judgedEvent(judged('a.3', cantTell()), 30),
    { type: 'judging', id: 'a.4', requests: 31 },
  );
  expect(progress).toEqual({ planned: 10, judged: 3, failed: 1, untold: 1, requests: 31, doing: 'a.4' });
});

test('the line fits the terminal', () => {
  const progress = after(started, { type: 'judging', id: 'a'.repeat(200), requests: 1 });
  for (const width of [40, 80, 120]) {
    const line = toProgressLine(progress, 61_000, { palette: createPalette(false), width });
    expect(line.length).toBeLessThan(Math.max(width, 60));
  }
});

test('a milestone is told at the first verdict and at each fifth, and at no other verdict', () => {
  let progress = after(started);
  const told: string[] = [];
  for (let count = 1; count <= 10; count += 1) {
    const next = advance(progress, judgedEvent(judged('a.x', passed), count * 10));
    const line = toMilestone(progress, next, 5_000);
    if (line !== undefined) told.push(line);
    progress = next;
  }
  expect(told).toHaveLength(6);
  expect(told.slice(0, 2)).toEqual(['1 of 10 judged, 10 requests, 5.0 s', '2 of 10 judged, 20 requests, 5.0 s']);
});
