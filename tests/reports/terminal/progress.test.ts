import { expect, test } from 'vitest';
import type { RunEvent } from '../../../kernel/run-event.js';
import { followProgress, noProgress, type Progress, toMilestone } from '../../../reports/terminal/progress.js';
import { cantTell, failedWith, judged, manyJudged, passed } from '../sample-run.js';

const planned = manyJudged(10, passed, 'a.x').map(({ requirement }) => requirement);
function after(...events: readonly RunEvent[]): Progress {
  const follow = followProgress();
  return events.reduce((_, event) => follow(event), noProgress);
}
const started: RunEvent = { type: 'started', planned };
const judgedEvent = (one: ReturnType<typeof judged>, requests: number): RunEvent => ({
  type: 'judged',
  requests,
  ...one,
});

test('counts verdicts and requests, also by suite, and what is being judged', () => {
  const two = [...planned, judged('b.1', passed).requirement];
  const progress = after(
    { type: 'started', planned: two },
    { type: 'judging', id: 'a.x.1', requests: 2 },
    { type: 'judging', id: 'b.1', requests: 3 },
    judgedEvent(judged('a.x.1', passed), 10),
    judgedEvent(judged('a.x.2', failedWith()), 20),
    judgedEvent(judged('a.x.3', cantTell()), 30),
    { type: 'judging', id: 'a.x.4', requests: 31 },
  );
  expect(progress).toMatchObject({
    planned: 11,
    judged: 3,
    failed: 1,
    inconclusive: 1,
    requests: 31,
    doing: ['b.1', 'a.x.4'],
  });
  expect(progress.suites).toEqual([
    { suite: 'a', planned: 10, judged: 3, failed: 1, inconclusive: 1 },
    { suite: 'b', planned: 1, judged: 0, failed: 0, inconclusive: 0 },
  ]);
});

test('what is dear counts for more of what is done', () => {
  const cheap = judged('a.1', passed, { cost: 1 });
  const dear = judged('a.2', passed, { cost: 9 });
  const begun: RunEvent = { type: 'started', planned: [cheap.requirement, dear.requirement] };
  expect(after(begun, judgedEvent(cheap, 1)).done).toBeCloseTo(0.1);
  expect(after(begun, judgedEvent(dear, 1)).done).toBeCloseTo(0.9);
});

test('a milestone is printed at the first verdict and at each fifth, and at no other verdict', () => {
  const follow = followProgress();
  let progress = follow(started);
  const printed: string[] = [];
  for (let count = 1; count <= 10; count += 1) {
    const next = follow(judgedEvent(judged('a.x', passed), count * 10));
    const line = toMilestone(progress, next, 5_000);
    if (line !== undefined) printed.push(line);
    progress = next;
  }
  expect(printed).toHaveLength(6);
  expect(printed.slice(0, 2)).toEqual(['1 of 10 judged, 10 requests, 5.0 s', '2 of 10 judged, 20 requests, 5.0 s']);
});
