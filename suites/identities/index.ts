import type { CalendarRequirement } from '../../target/subject.js';
import { linksInVain } from './created-links.js';
import { deniesDeletes, deniesUpdates } from './denied-writes.js';
import { slugged } from './groups.js';
import { hidesEverywhere } from './hidden.js';
import { hidesEmbedded } from './hidden-embedded.js';
import { hidesLinks } from './hidden-links.js';
import { changesNoOther } from './other-records.js';
import { hidesProtected } from './protected.js';
import { createsNothingDenied, deletesNoMore } from './unlike-writes.js';

/** What is required where somebody may less than somebody else: what is refused in one way is granted in no other. */
export const identitiesRequirements: readonly CalendarRequirement[] = [
  ...(['events', 'venues', 'organizers', 'terms'] as const).map(deniesUpdates),
  deniesDeletes,
  deletesNoMore,
  createsNothingDenied,
  changesNoOther,
  ...slugged.map(hidesEverywhere),
  hidesEmbedded,
  linksInVain,
  hidesLinks,
  hidesProtected,
];
