import fc, { type Arbitrary } from 'fast-check';

/** As good as never is anything left out when it is drawn, only when it shrinks. */
export const RARELY = { freq: 10_000, nil: undefined };

/** One value of each, in order. Shrinking drops a half of them, then a quarter: a few tries leave the one that matters. */
export function droppable<Value>(items: readonly Arbitrary<Value>[]): Arbitrary<readonly Value[]> {
  if (items.length < 2) return fc.tuple(...items);
  const middle = Math.ceil(items.length / 2);
  const halves = [items.slice(0, middle), items.slice(middle)];
  return fc
    .tuple(...halves.map((half) => fc.option(droppable(half), RARELY)))
    .map((parts) => parts.flatMap((part) => part ?? []));
}
