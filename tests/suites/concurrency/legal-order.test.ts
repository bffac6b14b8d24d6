import { describe, expect, test } from 'vitest';
import { findLegalOrder, type Model, type Timed } from '../../../suites/concurrency/legal-order.js';

type Act = { readonly write: string } | { readonly read: string } | { readonly toss: true };

/** A register that can also be tossed: then it holds heads or tails. */
const register: Model<string, Act> = {
  initial: 'nothing',
  step(state, act) {
    if ('toss' in act) return ['heads', 'tails'];
    if ('write' in act) return [act.write];
    return act.read === state ? [state] : [];
  },
  keyOf: (state) => state,
};

const at = (begun: number, ended: number, act: Act): Timed<Act> => ({ act, begun, ended });
const write = (value: string): Act => ({ write: value });
const read = (value: string): Act => ({ read: value });
const toss: Act = { toss: true };

type Histories = readonly (readonly [what: string, history: readonly Timed<Act>[]])[];

const legal: Histories = [
  ['nothing at all', []],
  ['one after another', [at(1, 2, write('a')), at(3, 4, read('a')), at(5, 6, write('b')), at(7, 8, read('b'))]],
  ['a read that overlaps a write and sees the old', [at(1, 4, write('a')), at(2, 3, read('nothing'))]],
  ['a read that overlaps a write and sees the new', [at(1, 4, write('a')), at(2, 3, read('a'))]],
  [
    'writes that overlap, distinguished by a later read',
    [at(1, 3, write('a')), at(2, 4, write('b')), at(5, 6, read('a'))],
  ],
  [
    'a write that took effect long after it was sent',
    [at(1, 8, write('a')), at(2, 3, read('nothing')), at(4, 5, read('a'))],
  ],
  [
    'an order other than that of sending',
    [at(1, 9, read('b')), at(2, 8, read('a')), at(3, 7, write('b')), at(4, 6, write('a'))],
  ],
  ['one of several states that may follow', [at(1, 2, toss), at(3, 4, read('tails')), at(5, 6, read('tails'))]],
];

const illegal: Histories = [
  ['a value from no known write', [at(1, 2, write('a')), at(3, 4, read('b'))]],
  ['a stale read', [at(1, 2, write('a')), at(3, 4, read('nothing'))]],
  ['a write lost to one that was done before it', [at(1, 2, write('a')), at(3, 4, write('b')), at(5, 6, read('a'))]],
  [
    'two readers that see two writes in different orders',
    [at(1, 9, write('a')), at(2, 10, write('b')), at(3, 4, read('a')), at(5, 6, read('b')), at(7, 8, read('a'))],
  ],
  ['a new value that is gone again', [at(1, 6, write('a')), at(2, 3, read('a')), at(4, 5, read('nothing'))]],
  ['a toss that shows both sides', [at(1, 2, toss), at(3, 4, read('heads')), at(5, 6, read('tails'))]],
];

describe('an order is found for', () => {
  test.each(legal)('%s', (_, history) => {
    const found = findLegalOrder(register, history);
    expect(found?.toSorted((one, other) => one.begun - other.begun)).toEqual(
      history.toSorted((one, other) => one.begun - other.begun),
    );
  });

  test('a history whatever the order in which it was written down', () => {
    for (const [, history] of legal) expect(findLegalOrder(register, history.toReversed())).toBeDefined();
  });
});

describe('no order is found for', () => {
  test.each(illegal)('%s', (_, history) => {
    expect(findLegalOrder(register, history)).toBeUndefined();
    expect(findLegalOrder(register, history.toReversed())).toBeUndefined();
  });
});

test('an order that is found is one: nothing comes before what had ended, and every step is allowed', () => {
  for (const [, history] of legal) {
    const found = findLegalOrder(register, history) ?? [];
    found.forEach((one, index) => {
      for (const later of found.slice(index + 1)) expect(later.ended).toBeGreaterThan(one.begun);
    });
    const states = found.reduce<readonly string[]>(
      (before, { act }) => before.flatMap((state) => register.step(state, act)),
      [register.initial],
    );
    expect(states).not.toEqual([]);
  }
});

test('a state is not searched twice with the same acts left', () => {
  let steps = 0;
  const counting: Model<string, Act> = {
    ...register,
    step(state, act) {
      steps += 1;
      return register.step(state, act);
    },
  };
  const writes = Array.from({ length: 10 }, (_, index) => at(index, 100, write('a')));
  expect(findLegalOrder(counting, [...writes, at(101, 102, read('b'))])).toBeUndefined();
  // Ten writes have 3,628,800 orders, and 1,024 sets of them that may be left.
  expect(steps).toBeLessThan(12_000);
});
