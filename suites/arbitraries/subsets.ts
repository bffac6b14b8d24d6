import fc, { type Arbitrary } from 'fast-check';
import { droppable, RARELY, someOf } from '../../generators/droppable.js';
import { WorldLacks } from '../../kernel/deviation.js';

export { droppable } from '../../generators/droppable.js';

/** So seldom that it is a matter of shrinking alone. */
const NEVER = 1_000_000_000;

/** With fewer than this, a filter would draw for ever. @throws WorldLacks */
function demand(least: number, { length }: readonly unknown[]): void {
  if (length < least) throw new WorldLacks(`the test data and what the target takes offer ${length} of ${least} cases`);
}

/** A value of each; when shrunk, of fewer. @throws WorldLacks where there are fewer than the least of them */
export function allOrFewer<Value>(values: readonly Arbitrary<Value>[], least = 1): Arbitrary<readonly Value[]> {
  demand(least, values);
  return someOf(values.map((value) => ({ value, odds: [NEVER] }))).filter(({ length }) => length >= least);
}

/** One value of each, of which shrinking leaves one at least: without any, nothing would be asked. @throws WorldLacks for none */
export function droppableButOne<Value>(items: readonly Arbitrary<Value>[]): Arbitrary<readonly Value[]> {
  demand(1, items);
  return droppable(items).filter(({ length }) => length > 0);
}

/** All of some names, without a draw; when shrunk, fewer, but one at least. */
export const allNames = (names: readonly string[]): Arbitrary<readonly string[]> =>
  someOf(names.map((name) => ({ value: fc.constant(name), odds: [] }))).filter(({ length }) => length > 0);

/** A value; when shrunk, none. */
export const omittable = <Value>(item: Arbitrary<Value>): Arbitrary<Value | undefined> => fc.option(item, RARELY);
