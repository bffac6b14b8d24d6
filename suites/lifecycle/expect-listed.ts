import { expectThat } from '../../harness/expectations.js';
import type { Name } from './action.js';
import type { Found } from './linked-by.js';

/** A record that a list must hold or lack, and why. */
export interface Membership {
  readonly name: Name;
  readonly due: boolean;
  readonly found: Found;
  /** The list, in words: `the list by events/1`. */
  readonly list: string;
}

/** Expects a record to be in a list, or not to be. */
export const expectListed = ({ name, due, found, list }: Membership): void =>
  expectThat((found.shown !== undefined) === due, {
    kind: 'selection',
    expected: `${list} ${due ? 'with' : 'without'} ${name}`,
    observed: due ? 'a list without it' : 'a list that holds it',
    exchange: found.exchange,
  });
