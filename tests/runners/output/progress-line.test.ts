import { expect, test } from 'vitest';
import { createProgressLine } from '../../../runners/output/progress-line.js';
import { createVirtualClock } from '../../../wire/clock.js';
import { createScreen } from '../screen.js';

const start = (columns: number) => {
  const screen = createScreen(columns);
  const clock = createVirtualClock(0);
  return { screen, clock, line: createProgressLine({ stderr: screen.output, clock }, false) };
};

test('says what is done, found and running, and the time left', async () => {
  const { screen, clock, line } = start(80);
  await clock.sleep(60_000);
  line.show({ done: 20, expected: 80, unit: 'case', also: ['2 missed or blamed', '4 running'] });
  expect(screen.lines()).toEqual(['20 of 80 cases, 2 missed or blamed, 4 running, about 3 min 0 s left']);
});

test('is rewritten in its place, and is never as wide as the window', async () => {
  const { screen, clock, line } = start(40);
  for (const done of [1, 2]) {
    await clock.sleep(1000);
    line.show({ done, expected: 9, unit: 'case', also: ['nothing missed and nothing blamed'] });
  }
  expect(screen.lines()).toHaveLength(1);
  expect(screen.lines()[0]).toMatch(/^2 of 9 cases, .*\.\.\.$/);
  expect(screen.lines()[0]?.length).toBeLessThan(40);
});

test('gives way to other lines, and is back at once', async () => {
  const { screen, clock, line } = start(80);
  await clock.sleep(1000);
  line.show({ done: 1, expected: undefined, unit: 'record' });
  line.clear();
  screen.output.write('a row\n');
  line.show({ done: 2, expected: undefined, unit: 'record' });
  expect(screen.lines()).toEqual(['a row', '2 records']);
});
