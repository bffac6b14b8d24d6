import type { Variant } from '../variant.js';
import { clocks } from './clocks.js';
import { envelopes } from './envelopes.js';
import { languageVariants } from './languages.js';
import { notations } from './notations.js';
import { others } from './others.js';
import { pageCap } from './page-cap.js';
import { readings } from './readings.js';
import { representations } from './representations.js';
import { softDelete } from './soft-delete.js';
import { statuses } from './statuses.js';
import { strictness } from './strictness.js';

/** Every variant of the zoo: nothing may be blamed for being one. */
export const variants: readonly Variant[] = [
  ...envelopes,
  ...representations,
  ...notations,
  ...statuses,
  ...strictness,
  ...readings,
  ...clocks,
  ...languageVariants,
  softDelete,
  pageCap,
  others,
];
