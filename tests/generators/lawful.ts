import type { Arbitrary } from 'fast-check';
import { expectAlways, expectSameSeedSameValues } from './laws.js';

/** An arbitrary that generators export, and the laws that it is under. */
export interface Lawful {
  /** The name under which it is exported. */
  readonly name: string;
  /** What it is made for, where it is made for several. */
  readonly of: string;
  /** The same seed draws the same values. */
  replays(): void;
  /** What must hold for a drawn value holds for all that it shrinks to. */
  holds(): void;
}

/** Puts an arbitrary under a law. */
export function lawful<Value>(
  [name, of]: readonly [name: string, of: string],
  create: () => Arbitrary<Value>,
  law: (value: Value) => void,
): Lawful {
  return { name, of, replays: () => expectSameSeedSameValues(create), holds: () => expectAlways(create(), law) };
}

/** An arbitrary that there is in a world with something of everything. */
export function given<Value>(arbitrary: Arbitrary<Value> | undefined): Arbitrary<Value> {
  if (!arbitrary) throw new Error('the world has no values');
  return arbitrary;
}
