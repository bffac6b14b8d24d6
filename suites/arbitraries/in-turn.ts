import fc, { type Arbitrary } from 'fast-check';
import { WorldLacks } from '../../kernel/deviation.js';
import { type Collection, collections } from '../../contract/resources.js';

/**
 * The case of an execution: each takes the one after that of the execution before it, and after the last comes the
 * first. It shrinks to no other. What starts elsewhere covers the same cases in fewer executions of each.
 */
export function inTurn<Case>(cases: readonly Case[], turn: number, start = 0): Arbitrary<Case> {
  if (cases.length === 0) throw new WorldLacks('the test data and what the target takes offer no case');
  return fc.constant(cases[(turn + start) % cases.length] as Case);
}

/** Where each collection starts, so that in any one turn the five of them take five cases. */
export const startOf = (collection: Collection): number => collections.indexOf(collection);
