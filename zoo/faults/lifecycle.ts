import type { Fault } from '../fault.js';
import { forgottenUpdates } from './forgotten-updates.js';
import { movedSlugs } from './moved-slugs.js';
import { returningLinks } from './returning-links.js';
import { stickyLinks } from './sticky-links.js';

/** What is right at every single step and wrong after some of them. */
export const lifecycleFaults: readonly Fault[] = [
  ...forgottenUpdates,
  ...movedSlugs,
  ...stickyLinks,
  ...returningLinks,
];
