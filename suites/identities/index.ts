import type { CalendarRequirement } from '../../adapter/subject.js';
import { deniesDeletes, deniesUpdates } from './denied-writes.js';
import { hidesEmbedded, hidesLinks, hidesProtected, linksInVain } from './hidden-details.js';
import { hidesEverywhere } from './hidden-everywhere.js';
import { keepsAuthor } from './kept-author.js';
import { changesNoOther, createsNothingDenied, deletesNoMore } from './other-writes.js';
import { slugged } from './weaker-identity.js';

/** What is required where somebody may less than somebody else: what is refused in one way is granted in no other. */
export const identitiesRequirements: readonly CalendarRequirement[] = [
  ...(['events', 'venues', 'organizers', 'terms'] as const).map(deniesUpdates),
  deniesDeletes,
  deletesNoMore,
  createsNothingDenied,
  changesNoOther,
  keepsAuthor,
  ...slugged.map(hidesEverywhere),
  hidesEmbedded,
  linksInVain,
  hidesLinks,
  hidesProtected,
];
