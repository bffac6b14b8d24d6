import type { Variant } from '../fault.js';
import { envelopes } from './envelopes.js';
import { pageCap } from './page-cap.js';
import { representations } from './representations.js';
import { softDelete } from './soft-delete.js';
import { statuses } from './statuses.js';

/** Every variant of the zoo: nothing may be blamed for being one. */
export const variants: readonly Variant[] = [...envelopes, ...representations, ...statuses, softDelete, pageCap];
