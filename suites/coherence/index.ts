import type { CalendarRequirement } from '../../adapter/subject.js';
import { collections, relations } from '../../contract/resources.js';
import { embedsAsItem } from './embedded-records.js';
import { countsEvents, totalsFollow } from './event-counts.js';
import { writesAddressedOnly } from './other-in-body.js';
import { keepsAuthorsEverywhere } from './kept-authors.js';
import { escapesAlike, keepsLettersEverywhere } from './letters-and-escapes.js';
import { keepsOwnDefaults } from './own-defaults.js';
import { embedsRenamed } from './renamed-records.js';
import { keepsListsOfForms } from './form-lists.js';
import { movesLinks } from './moved-links.js';
import { createsNothingRefused, keepsWhatWasRefused } from './refused-writes.js';
import { keepsOddValues, showsUpdateEverywhere } from './shown-after-write.js';
import { listsAsItem, readsBySlugAsById } from './shown-everywhere.js';
import { neverDangling } from './unknown-relations.js';
import { emptiesUnlinked } from './unlinked-records.js';
import { deletesNoOther } from './untouched-records.js';

const slugged = ['events', 'venues', 'organizers'] as const;
const terms = ['categories', 'tags'] as const;

/** What a target may choose, but not contradict: all that it shows of itself agrees. */
export const coherenceRequirements: readonly CalendarRequirement[] = [
  ...collections.map(listsAsItem),
  ...slugged.map(readsBySlugAsById),
  ...collections.map(showsUpdateEverywhere),
  ...collections.map(keepsWhatWasRefused),
  ...collections.map(createsNothingRefused),
  ...collections.map(deletesNoOther),
  ...slugged.map(keepsOwnDefaults),
  ...collections.map(writesAddressedOnly),
  ...collections.map(keepsOddValues),
  ...relations.map(embedsAsItem),
  ...relations.map(embedsRenamed),
  ...neverDangling,
  ...terms.map(countsEvents),
  totalsFollow,
  emptiesUnlinked,
  movesLinks,
  keepsListsOfForms,
  keepsLettersEverywhere,
  escapesAlike,
  keepsAuthorsEverywhere,
];
