import type { CalendarRequirement } from '../../adapter/subject.js';
import {
  hidesFromWrongPassword,
  hidesWithoutPassword,
  opensWithPassword,
  readsWithNeedlessPassword,
} from './event-password.js';
import { hidesFoundBySlug, hidesFoundInLists, hidesFromGuess } from './found-protected.js';
import {
  answersDocumentation,
  answersIndex,
  defaultsToOwnNamespace,
  defaultsToViewContext,
  documentsCollections,
  linksUp,
} from './index-page.js';
import { hidesBySlug, hidesFromSearch, hidesInLists, hidesOnUpdate } from './password-elsewhere.js';
import { updatesWithPassword } from './password-update.js';

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
  updatesWithPassword,
];
