import fc, { type Arbitrary } from 'fast-check';
import { WorldLacks } from '../../kernel/deviation.js';

/** So seldom that it is a matter of shrinking alone. */
const NEVER = 1_000_000_000;

/** With fewer than this, a filter would draw for ever. @throws WorldLacks */
function demand(least: number, { length }: readonly unknown[]): void {
  if (length < least) throw new WorldLacks(`the test data and what the target takes offer ${length} of ${least} cases`);
}

/** A value of each; when shrunk, of fewer. @throws WorldLacks where there are fewer than the least of them */
export function allOrFewer<Value>(values: readonly Arbitrary<Value>[], least = 1): Arbitrary<readonly Value[]> {
  demand(least, values);
  return fc
    .tuple(...values.map((value) => fc.option(value, { freq: NEVER, nil: undefined })))
    .map((drawn) => drawn.flatMap((value) => (value === undefined ? [] : [value])))
    .filter(({ length }) => length >= least);
}

/** As good as never is anything left out when it is drawn, only when it shrinks. */
const RARELY = { freq: 10_000, nil: undefined };

/** One value of each, in order. Shrinking drops a half of them, then a quarter: a few tries leave the one that matters. */
export function droppable<Value>(items: readonly Arbitrary<Value>[]): Arbitrary<readonly Value[]> {
  if (items.length < 2) return fc.tuple(...items);
  const middle = Math.ceil(items.length / 2);
  const halves = [items.slice(0, middle), items.slice(middle)];
  return fc
    .tuple(...halves.map((half) => fc.option(droppable(half), RARELY)))
    .map((parts) => parts.flatMap((part) => part ?? []));
}

/** The same, of which shrinking leaves one at least: without any, nothing would be asked. @throws WorldLacks for none */
export function droppableButOne<Value>(items: readonly Arbitrary<Value>[]): Arbitrary<readonly Value[]> {
  demand(1, items);
  return droppable(items).filter(({ length }) => length > 0);
}

/** A value; when shrunk, none. */
export const omittable = <Value>(item: Arbitrary<Value>): Arbitrary<Value | undefined> => fc.option(item, RARELY);
