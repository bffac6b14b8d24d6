import type { CalendarRequirement } from '../../adapter/subject.js';
import { followsLinks, neverDangles } from './followed-links.js';
import { staysDeleted } from './stays-deleted.js';
import { countsByLinks } from './term-counts.js';

/** What must hold through any history of creates, updates, links and deletes. */
export const lifecycleRequirements: readonly CalendarRequirement[] = [
  neverDangles,
  followsLinks,
  countsByLinks,
  staysDeleted,
];
