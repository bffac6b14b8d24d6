import type { CalendarRequirement } from '../../adapter/subject.js';
import { collections } from '../../contract/resources.js';
import { acceptsLanguage, handlesUnknownLanguage } from './accepted-language.js';
import { acceptsLanguageEverywhere, acceptsSegmentEverywhere } from './language-cycle.js';
import { linksPagesOfLanguage, locatesInLanguage } from './language-links.js';
import { listsInOneLanguage, listsOtherLanguages, selectsByLanguage } from './language-lists.js';
import { agreesOnWinner } from './one-winner.js';
import { listsOwnLanguage } from './own-language.js';
import { livesInEachLanguage } from './each-language.js';
import { answersUnderSegments, listsUnderBoth, listsUnderSegments } from './segments.js';
import { showsInItsLanguage } from './shown-in-language.js';
import { updatesOwnLanguage } from './twins.js';
import { keepsLanguageAlike } from './kept-language.js';
import { readsUnknownLanguage } from './unknown-language.js';

/** What is required of languages: selected by parameter or by path segment, they are part of every operation. */
export const languageRequirements: readonly CalendarRequirement[] = [
  acceptsLanguage('index.read'),
  acceptsLanguage('doc.read'),
  ...collections.map(acceptsLanguageEverywhere),
  acceptsSegmentEverywhere('events'),
  ...collections.map(listsOwnLanguage),
  ...collections.map(listsOtherLanguages),
  listsInOneLanguage,
  selectsByLanguage,
  answersUnderSegments,
  ...collections.map(listsUnderSegments),
  // Of venues and organizers it is made as of events, and of categories as of tags.
  ...(['events', 'tags'] as const).map(livesInEachLanguage),
  listsUnderBoth,
  agreesOnWinner,
  linksPagesOfLanguage,
  locatesInLanguage,
  updatesOwnLanguage,
  keepsLanguageAlike,
  ...collections.map(showsInItsLanguage),
  handlesUnknownLanguage,
  readsUnknownLanguage,
];
