import { collections } from '../../contract/resources.js';
import type { CalendarRequirement } from '../../target/subject.js';
import { acceptsLanguageEverywhere, acceptsSegmentEverywhere } from './life-cycle.js';
import { linksPagesOfLanguage, locatesInLanguage } from './links.js';
import { listsInOneLanguage, listsOtherLanguages, listsOwnLanguage, selectsByLanguage } from './lists.js';
import { acceptsLanguage } from './pages.js';
import { answersUnderSegments, listsUnderBoth, listsUnderSegments } from './segments.js';
import { updatesOwnLanguage } from './twins.js';
import { handlesUnknownLanguage } from './unknown.js';

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
  listsUnderBoth,
  linksPagesOfLanguage,
  locatesInLanguage,
  updatesOwnLanguage,
  handlesUnknownLanguage,
];
