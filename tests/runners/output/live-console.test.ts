import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { DeviationSubject } from '../../../kernel/deviation.js';
import type { Judged, RunEvent } from '../../../kernel/run-event.js';
import { createPalette } from '../../../reports/terminal/layout.js';
import { createLiveConsole } from '../../../runners/output/live-console.js';
import { createRedaction } from '../../../wire/redaction.js';
import { entryFor } from '../../reports/baseline/sample.js';
import { counterexampleWith, failedWith, judged, passed, startedWith } from '../../reports/sample-run.js';
import { createManualClock } from '../../wire/stub.js';
import { createScreen } from '../screen.js';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const failing = (id: string, observed: string, where: DeviationSubject = {}): Judged => {
  const about = { operation: id, wanted: 'accepted' as const, ...where };
  const deviation = { kind: 'status' as const, expected: 'a', observed, about };
  return judged(id, failedWith(counterexampleWith({ deviation })));
};

const created = failing('tags.create.x', '500');
const follower = failing('tags.read.x', '404', { operation: 'tags.create.x' });
const other = failing('venues.list.x', 'nothing');
const fine = judged('events.list.x', passed);
const all = [created, follower, other, fine];

const toEvent = (one: Judged, requests: number): RunEvent => ({ type: 'judged', requests, ...one });
const started = startedWith(all.map(({ requirement }) => requirement));

function open(width: number, more: { readonly draws?: boolean; readonly quiet?: boolean } = {}) {
  const screen = createScreen(width);
  const live = createLiveConsole({
    output: screen.output,
    draws: true,
    setting: { palette: createPalette(true), width },
    clock: createManualClock(),
    startedAt: 0,
    redaction: createRedaction(['hunter22']),
    quiet: false,
    ...more,
  });
  const redraw = (): void => void vi.advanceTimersByTime(100);
  return { screen, live, redraw };
}

test.each([100, 40])('at a width of %i failures stay above a view that is drawn anew', (width) => {
  const { screen, live, redraw } = open(width);
  live.say(['calproof judges']);
  for (const event of [
    started,
    toEvent(created, 10),
    { type: 'judging', id: 'venues.list.x', requests: 11 } as const,
  ]) {
    live.on(event);
    redraw();
  }
  const lines = screen.lines();
  expect(lines.slice(0, 2)).toEqual(['calproof judges', '✗ tags.create.x  500']);
  expect(lines.filter((line) => line.includes('venues 0/1'))).toHaveLength(1);
  expect(lines.at(-1)).toBe('venues.list.x');
  live.close();
  expect(screen.lines().filter((line) => line !== '')).toEqual(['calproof judges', '✗ tags.create.x  500']);
});

test('what follows from a printed failure is counted, and not printed', () => {
  const { screen, live, redraw } = open(100);
  for (const event of [started, ...all.map(toEvent)]) live.on(event);
  redraw();
  expect(screen.lines().slice(0, 2)).toEqual(['✗ tags.create.x  500', '✗ venues.list.x  nothing']);
  expect(screen.lines().join('\n')).toContain('3 failed');
  expect(screen.lines().join('\n')).not.toContain('tags.read.x');
  live.close();
});

test('what follows from a known deviation is printed', () => {
  const { screen, live } = open(100);
  for (const event of [started, toEvent({ ...created, known: entryFor('tags.create.x') }, 1), toEvent(follower, 2)])
    live.on(event);
  live.close();
  expect(screen.lines().filter((line) => line !== '')).toEqual([
    expect.stringMatching(/^~ tags\.create\.x {2}known until /),
    '✗ tags.read.x  404',
  ]);
});

test('a window that becomes narrow keeps nothing of an old view', () => {
  const { screen, live, redraw } = open(100);
  live.say(['calproof judges']);
  live.on(started);
  redraw();
  screen.resize(30);
  live.on(toEvent(fine, 10));
  redraw();
  expect(
    screen
      .lines()
      .join('\n')
      .match(/requests?,/g),
  ).toHaveLength(1);
  live.close();
  expect(screen.lines().filter((line) => line !== '')).toEqual(['calproof judges']);
});

test('where nothing can be drawn there are plain lines', () => {
  const { screen, live } = open(100, { draws: false });
  for (const event of [started, ...all.map(toEvent)]) live.on(event);
  live.close();
  expect(screen.lines().filter((line) => line !== '')).toEqual([
    '✗ tags.create.x  500',
    '1 of 4 judged, 1 failed, 0 requests, 0.0 s',
    '2 of 4 judged, 2 failed, 1 request, 0.0 s',
    '✗ venues.list.x  nothing',
    '3 of 4 judged, 3 failed, 2 requests, 0.0 s',
    '4 of 4 judged, 3 failed, 3 requests, 0.0 s',
  ]);
});

test('no secret and no control sequence of a target reaches the screen', () => {
  const { screen, live } = open(100);
  live.on(started);
  live.on(toEvent(failing('venues.list.x', '\u001b[2Jhunter22\u0007'), 1));
  live.close();
  expect(screen.lines()[0]).toBe('✗ venues.list.x  \\u001b[2J[redacted]\\u0007');
});
