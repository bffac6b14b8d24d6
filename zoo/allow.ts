import type { Collection } from '../contract/field.js';
import { collections } from '../contract/resources.js';
import type { Allowance } from './variant.js';

/** Allows for a rule in each collection: `allowInEach('list.totals', ...)` is about `events.list.totals` and the others. */
export const allowInEach = (
  rule: string,
  reason: string,
  among: readonly Collection[] = collections,
): readonly Allowance[] => among.map((collection) => ({ requirement: `${collection}.${rule}`, reason }));
