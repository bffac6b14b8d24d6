import { expect, test } from 'vitest';
import { createVirtualClock, systemClock } from '../../wire/clock.js';

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

const DAY = 86_400_000;

test('stands still until somebody sleeps', async () => {
  const clock = createVirtualClock(1_000);
  await new Promise((resolve) => setImmediate(resolve));
  expect(clock.now()).toBe(1_000);
  await clock.sleep(DAY);
  expect(clock.now()).toBe(1_000 + DAY);
});

test('wakes in the order in which sleeps end, each at its own time', async () => {
  const clock = createVirtualClock(0);
  const ends: [string, number][] = [];
  const sleep = async (name: string, ms: number): Promise<void> => {
    await clock.sleep(ms);
    ends.push([name, clock.now()]);
  };
  await Promise.all([sleep('long', 2 * DAY), sleep('short', DAY), sleep('as short', DAY)]);
  expect(ends).toEqual([
    ['short', DAY],
    ['as short', DAY],
    ['long', 2 * DAY],
  ]);
});

test('lets what is under way go on first', async () => {
  const clock = createVirtualClock(0);
  const sleeping = clock.sleep(DAY);
  await Promise.resolve();
  expect(clock.now()).toBe(0);
  await sleeping;
});

test('wakes without moving on when the signal is aborted', async () => {
  const clock = createVirtualClock(0);
  const controller = new AbortController();
  const sleeping = clock.sleep(DAY, controller.signal);
  controller.abort();
  await sleeping;
  await clock.sleep(DAY, controller.signal);
  expect(clock.now()).toBe(0);
  await clock.sleep(1);
  expect(clock.now(), 'who was woken early is forgotten').toBe(1);
});
