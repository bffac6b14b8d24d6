import type { Fault } from '../fault.js';
import { racesOfCreates } from './races-of-creates.js';
import { racesOfDeletes } from './races-of-deletes.js';
import { racesOfReads } from './races-of-reads.js';
import { racesOfUpdates } from './races-of-updates.js';

/** What goes wrong only where requests meet, each with a pause in which they do. */
export const raceFaults: readonly Fault[] = [...racesOfCreates, ...racesOfReads, ...racesOfUpdates, ...racesOfDeletes];
