import { collections } from '../../contract/resources.js';
import type { CalendarRequirement } from '../../target/subject.js';
import { answersDocumentation, documentsCollections } from './documentation.js';
import { answersIndex, defaultsToOwnNamespace, defaultsToViewContext, linksUp } from './index-page.js';
import { acceptsLanguageEverywhere } from './language-life-cycle.js';
import { listsOtherLanguages, listsOwnLanguage, selectsByLanguage } from './language-lists.js';
import { acceptsLanguage, answersUnderSegments, listsUnderSegments } from './language-service.js';
import { opensWithPassword, readsWithNeedlessPassword, writesWithNeedlessPassword } from './password.js';
import { hidesBySlug, hidesOnUpdate } from './password-elsewhere.js';
import { hidesFromSearch, hidesInLists } from './password-lists.js';
import { hidesFromWrongPassword, hidesWithoutPassword } from './password-withheld.js';

/** What is required of the service as a whole: its index, its documentation, its languages, its protected events. */
export const serviceRequirements: readonly CalendarRequirement[] = [
  answersIndex,
  linksUp,
  defaultsToOwnNamespace,
  defaultsToViewContext,
  answersDocumentation,
  documentsCollections,
  acceptsLanguage('index.read'),
  acceptsLanguage('doc.read'),
  ...collections.map(acceptsLanguageEverywhere),
  ...collections.map(listsOwnLanguage),
  ...collections.map(listsOtherLanguages),
  selectsByLanguage,
  answersUnderSegments,
  ...collections.map(listsUnderSegments),
  opensWithPassword,
  hidesWithoutPassword,
  hidesFromWrongPassword,
  hidesBySlug,
  hidesOnUpdate,
  hidesInLists,
  hidesFromSearch,
  readsWithNeedlessPassword,
  writesWithNeedlessPassword,
];
