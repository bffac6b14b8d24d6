import { setImmediate } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { countExpectation, tallied, type Tally, witness } from '../../kernel/tally.js';
import { createGate } from './gate.js';

const blank = (): Tally => ({ expectations: 0, witnessed: new Set() });

test('a tally counts what a check expects and witnesses, also when it throws', async () => {
  const tally = blank();
  const check = tallied(tally, async () => {
    countExpectation();
    witness('something');
    await setImmediate();
    countExpectation();
    throw new Error('broken');
  });
  await expect(check).rejects.toThrow('broken');
  expect(tally).toEqual({ expectations: 2, witnessed: new Set(['something']) });
});

/** Expects so many things, one after another. */
async function counting(times: number): Promise<void> {
  for (let time = 0; time < times; time += 1) {
    await setImmediate();
    countExpectation();
    witness(`${times}`);
  }
}

test('checks that run at the same time are counted apart', async () => {
  const [one, other] = [blank(), blank()];
  await Promise.all([tallied(one, () => counting(2)), tallied(other, () => counting(5))]);
  expect([one, other]).toEqual([
    { expectations: 2, witnessed: new Set(['2']) },
    { expectations: 5, witnessed: new Set(['5']) },
  ]);
});

test('a check that begins after one ended and before another does is counted apart from both', async () => {
  const [first, second, third] = [blank(), blank(), blank()];
  const short = tallied(first, () => counting(1));
  const long = tallied(second, () => counting(9));
  await short;
  await tallied(third, () => counting(3));
  await long;
  expect([first, second, third].map(({ expectations }) => expectations)).toEqual([1, 9, 3]);
});

test('what is expected beside a check, or after it ended, does not count for it', async () => {
  const [first, second] = [blank(), blank()];
  const gate = createGate();
  let late: Promise<void> | undefined;
  const check = tallied(first, async () => {
    late = gate.opened.then(() => counting(4));
  });
  await counting(2);
  await check;
  await tallied(second, async () => {
    gate.open();
    await late;
    countExpectation();
  });
  expect([first.expectations, second.expectations]).toEqual([4, 1]);
});

test('an expectation outside of a check counts nowhere', () => {
  expect(() => {
    countExpectation();
    witness('something');
  }).not.toThrow();
});
