import type { Fault } from '../../fault.js';
import { leaksOfItems } from './leaks-of-items.js';
import { leaksOfLists } from './leaks-of-lists.js';
import { otherRecords } from './other-records.js';
import { identityWrites } from './writes.js';

/** What is granted, shown or told to somebody to whom it is refused elsewhere. */
export const identityFaults: readonly Fault[] = [...identityWrites, ...otherRecords, ...leaksOfItems, ...leaksOfLists];
