import { describe, expect, test } from 'vitest';
import type { RunEvent } from '../../../kernel/run-event.js';
import { followProgress, noProgress, type Progress, toMilestone } from '../../../reports/terminal/progress.js';
import { cantTell, failedWith, judged, manyJudged, passed, startedWith } from '../sample-run.js';

const planned = manyJudged(10, passed, 'a.x').map(({ requirement }) => requirement);
function after(...events: readonly RunEvent[]): Progress {
  const follow = followProgress();
  return events.reduce((_, event) => follow(event), noProgress);
}
const started = startedWith(planned);
const judgedEvent = (one: ReturnType<typeof judged>, requests: number): RunEvent => ({
  type: 'judged',
  requests,
  ...one,
});

test('counts verdicts and requests, also by suite, and what is being judged', () => {
  const two = [...planned, judged('b.1', passed).requirement];
  const progress = after(
    startedWith(two),
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

describe('the part that is done', () => {
  const cheap = judged('a.1', passed, { cost: 10 });
  const dear = judged('a.2', passed, { cost: 180 });
  const begun = startedWith([cheap.requirement, dear.requirement]);
  const doneAfter = (...events: readonly RunEvent[]): number => after(begun, ...events).done;

  test('follows from the requests that are dealt, and leaves time for cleaning up', () => {
    expect(doneAfter()).toBe(0);
    expect(doneAfter(judgedEvent(cheap, 1))).toBeCloseTo(10 / (10 + 180 / 0.94 + 100), 2);
    expect(doneAfter(judgedEvent(dear, 1))).toBeCloseTo(180 / (180 + 10 / 0.94 + 100), 2);
  });

  test('leaves no time for cleaning up where nothing is written, and more for what reads', () => {
    const reading = judged('a.1', passed, { cost: 10, effects: 'reads' });
    const other = judged('a.2', passed, { cost: 10, effects: 'reads' });
    const started = startedWith([reading.requirement, other.requirement]);
    expect(after(started, judgedEvent(reading, 1)).done).toBeCloseTo(13 / (13 + 13 / 0.94), 1);
    expect(after(started, judgedEvent(reading, 1), judgedEvent(other, 2)).done).toBe(1);
    const mixed = startedWith([reading.requirement, dear.requirement]);
    expect(after(mixed, judgedEvent(reading, 1)).done).toBeCloseTo(13 / (13 + 180 / 0.94 + 100), 2);
  });

  test('does not grow by what the target cannot show', () => {
    const started = { ...begun, plan: new Map([...begun.plan, ['a.2', nothing]]) };
    expect(after(started, judgedEvent(dear, 1)).done).toBe(0);
    expect(after(started, judgedEvent(cheap, 1)).done).toBe(10 / 110);
  });

  test('leaves time for repeating and shrinking a failure that nothing explains', () => {
    const failing = judgedEvent({ ...cheap, verdict: failedWith() }, 1);
    const follow = followProgress();
    follow(begun);
    const due = follow(failing, true).done;
    expect(due).toBeLessThan(doneAfter(failing));
    expect(follow({ type: 'examining', ids: ['a.1', 'a.2'], requests: 60 }).done).toBeLessThan(due);
  });
});

const nothing = { runs: 0, requests: 0, shrinkRequests: 0 };

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
