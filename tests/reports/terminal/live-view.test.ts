import { expect, test } from 'vitest';
import { createPalette } from '../../../reports/terminal/layout.js';
import { toViewLines } from '../../../reports/terminal/live-view.js';
import { noProgress, type Progress } from '../../../reports/terminal/progress.js';

const palette = createPalette(false);
const times = { ms: 12_340, judgingMs: 10_000 };

const suite = (name: string, judged: number, more = {}) => ({
  suite: name,
  planned: 20,
  judged,
  failed: 0,
  inconclusive: 0,
  ...more,
});

const midway: Progress = {
  planned: 80,
  judged: 43,
  failed: 3,
  inconclusive: 2,
  requests: 1812,
  doing: ['events.list.search', 'venues.fields.zip', 'tags.create.required-only'],
  suites: [
    suite('events', 20, { failed: 3 }),
    suite('venues', 3),
    suite('tags', 20),
    suite('http', 0, { inconclusive: 2 }),
  ],
  done: 0.25,
};

test('a wide window shows suites, counts, times and what is tried', () => {
  expect(toViewLines(midway, times, { palette, width: 110 })).toEqual([
    'events 20/20 ✗3  venues 3/20  tags 20/20 ✓  http 0/20 ?2',
    '████████░░░░░░░░ 43/80  3 failed, 2 inconclusive, 1,812 requests, 12.3 s, about 30 s left',
    'events.list.search, venues.fields.zip, tags.create.required-only',
  ]);
});

test('at 80 columns the bar stays, and what does not fit beside it is below', () => {
  const lines = toViewLines(midway, times, { palette, width: 80 });
  expect(lines.slice(1, 3)).toEqual([
    '████████░░░░░░░░ 43/80  3 failed, 2 inconclusive, 1,812 requests, 12.3 s, about',
    '30 s left',
  ]);
});

test('a narrow one shows the same on more lines, and less of what is tried', () => {
  expect(toViewLines(midway, times, { palette, width: 44 })).toEqual([
    'events 20/20 ✗3  venues 3/20  tags 20/20 ✓',
    'http 0/20 ?2',
    '43/80  3 failed, 2 inconclusive, 1,812',
    'requests, 12.3 s, about 30 s left',
    'events.list.search and 2 more',
  ]);
});

test('no line is as wide as the window, and there are few of them', () => {
  const suites = Array.from({ length: 40 }, (_, index) => suite(`suite-${index}`, index % 2 === 0 ? 20 : 3));
  const long = { ...midway, suites, doing: ['a'.repeat(300), 'b'] };
  for (const width of [20, 40, 80, 120]) {
    const lines = toViewLines(long, times, { palette, width });
    expect(Math.max(...lines.map(({ length }) => length))).toBeLessThan(width);
    expect(lines.length).toBeLessThanOrEqual(10);
  }
});

test('before anything is judged there is no bar, and nothing is guessed', () => {
  const lines = toViewLines(noProgress, { ms: 1200, judgingMs: 0 }, { palette, width: 80 });
  expect(lines).toEqual(['0 requests, 1.2 s', 'learning the target']);
});

test.each([
  [0.01, 10_000, undefined],
  [0.5, 500, undefined],
  [0.5, 10_000, 'about 10 s left'],
  [0.1, 60_000, 'about 9 min left'],
  [1, 60_000, undefined],
])('with %d done in %d ms: %s', (done, judgingMs, expected) => {
  const text = toViewLines({ ...midway, done }, { ms: 1, judgingMs }, { palette, width: 120 }).join('\n');
  expect(/about .* left/.exec(text)?.[0]).toBe(expected);
});
