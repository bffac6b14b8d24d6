import { faults } from '../faults/index.js';
import type { Fault } from '../fault.js';
import { variants } from '../variants/index.js';
import { compositions } from './compositions.js';
import { deployments } from './deployments.js';

/** Whatever of the zoo can stand before a server, by its id. */
export type Exhibit = Pick<Fault, 'id' | 'statement' | 'create'>;

/** All of the zoo. */
export const exhibits: readonly Exhibit[] = [...faults, ...variants, ...compositions, ...deployments];
