import fc from 'fast-check';
import { expect, test } from 'vitest';
import { markedPhrase } from '../../generators/drawn-text.js';
import { varied } from '../../generators/varied.js';

/** What is drawn from one random seed for a run with a seed: a varied text, and what follows it. */
function drawnFor(seed: number) {
  const drawn = fc.sample(fc.tuple(varied(markedPhrase, { seed }), fc.nat()), { seed: 7, numRuns: 20 });
  return { texts: drawn.map(([text]) => text), others: drawn.map(([, other]) => other) };
}

test('a seed varies the values that vary, and nothing that is drawn after them', () => {
  const [one, other] = [drawnFor(1), drawnFor(2)];
  expect(one.texts).not.toEqual(other.texts);
  expect(one.others).toEqual(other.others);
  expect(drawnFor(1)).toEqual(one);
});

test('a varied value shrinks like any other', () => {
  const { counterexample } = fc.check(
    fc.property(varied(fc.nat(), { seed: 3 }), (value) => value < 42),
    { seed: 7 },
  );
  expect(counterexample).toEqual([42]);
});
