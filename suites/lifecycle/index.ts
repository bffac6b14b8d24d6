import type { CalendarRequirement } from '../../target/subject.js';
import { staysDeleted } from './deleted.js';
import { followsLinks } from './place-links.js';
import { neverDangles } from './relations.js';
import { countsByLinks } from './term-counts.js';
import { keptUpdates } from './updates.js';
import { alikeViews } from './views.js';

/** What must hold through any history of creates, updates, links and deletes. */
export const lifecycleRequirements: readonly CalendarRequirement[] = [
  ...keptUpdates,
  ...alikeViews,
  neverDangles,
  followsLinks,
  countsByLinks,
  ...staysDeleted,
];
