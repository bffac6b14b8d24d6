import type { CalendarRequirement } from '../../target/subject.js';
import { answersDocumentation, documentsCollections } from './documentation.js';
import { hidesFoundBySlug, hidesFoundInLists, hidesFromGuess } from './found-protected.js';
import { answersIndex, defaultsToOwnNamespace, defaultsToViewContext, linksUp } from './index-page.js';
import { opensWithPassword, readsWithNeedlessPassword, writesWithNeedlessPassword } from './password.js';
import { hidesBySlug, hidesOnUpdate } from './password-elsewhere.js';
import { hidesFromSearch, hidesInLists } from './password-lists.js';
import { hidesFromWrongPassword, hidesWithoutPassword } from './password-withheld.js';

/** What is required of the service as a whole: its index, its documentation, its protected events. */
export const serviceRequirements: readonly CalendarRequirement[] = [
  answersIndex,
  linksUp,
  defaultsToOwnNamespace,
  defaultsToViewContext,
  answersDocumentation,
  documentsCollections,
  opensWithPassword,
  hidesWithoutPassword,
  hidesFromWrongPassword,
  hidesBySlug,
  hidesOnUpdate,
  hidesInLists,
  hidesFromSearch,
  hidesFromGuess,
  hidesFoundBySlug,
  hidesFoundInLists,
  readsWithNeedlessPassword,
  writesWithNeedlessPassword,
];
