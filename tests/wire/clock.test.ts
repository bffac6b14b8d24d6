import { expect, test } from 'vitest';
import { systemClock } from '../../wire/clock.js';

test('the shorter sleep ends first', async () => {
  const ends: string[] = [];
  const sleep = (name: string, ms: number) => systemClock.sleep(ms).then(() => ends.push(name));
  await Promise.all([sleep('long', 40), sleep('short', 1)]);
  expect(ends).toEqual(['short', 'long']);
});

test('wakes up when the signal is aborted', async () => {
  const controller = new AbortController();
  const sleeping = systemClock.sleep(2 ** 30, controller.signal);
  controller.abort();
  await sleeping;
  await systemClock.sleep(2 ** 30, controller.signal);
});
