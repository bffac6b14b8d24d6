import type { CalendarRequirement } from '../../adapter/subject.js';
import { collections } from '../../contract/resources.js';
import { deniesWrites } from './denied-writes.js';
import { forgetsLogins } from './forgotten-login.js';
import { hidesEmbedded, hidesLinks, hidesProtected, linksInVain } from './hidden-details.js';
import { hidesEverywhere } from './hidden-everywhere.js';
import { keepsAuthor } from './kept-author.js';
import { grantsNoneAlone, opensNoneAlone } from './lone-creates.js';
import { deletesOwn } from './own-deletes.js';
import { livesAsOwn } from './own-life-cycle.js';
import { changesNoOther, createsNothingDenied } from './other-writes.js';
import { hidesPrivate } from './private-record.js';
import { hidesProtectedByUpdate } from './protected-by-update.js';
import { listsForOthers } from './seen-lists.js';
import { slugged } from './weaker-identity.js';

/**
 * What is required where somebody may less than somebody else: what is refused in one way is granted in no other, and what
 * is granted is as for everybody.
 */
export const identitiesRequirements: readonly CalendarRequirement[] = [
  ...collections.map(deniesWrites),
  createsNothingDenied,
  opensNoneAlone,
  grantsNoneAlone,
  forgetsLogins,
  deletesOwn,
  changesNoOther,
  keepsAuthor,
  ...slugged.map(hidesEverywhere),
  hidesPrivate,
  hidesEmbedded,
  linksInVain,
  hidesLinks,
  hidesProtected,
  hidesProtectedByUpdate,
  ...collections.map(listsForOthers),
  ...collections.map(livesAsOwn),
];
