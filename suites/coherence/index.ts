import type { CalendarRequirement } from '../../adapter/subject.js';
import { collections, relations } from '../../contract/resources.js';
import { embedsAsItem } from './embedded-records.js';
import { countsEvents, totalsFollow } from './event-counts.js';
import { writesAddressedOnly } from './other-in-body.js';
import { writesUnderOwnCollection } from './other-kinds.js';
import { keepsAuthorsEverywhere } from './kept-authors.js';
import { escapesAlike, keepsLettersEverywhere } from './letters-and-escapes.js';
import { keepsOwnDefaults } from './own-defaults.js';
import { embedsRenamed } from './renamed-records.js';
import { keepsSlugsAlike } from './renamed-slugs.js';
import { keepsListsOfForms } from './form-lists.js';
import { keepsLongTexts } from './long-texts.js';
import { movesLinks } from '../links/moved-links.js';
import { changesNothingRefused, createsNothingRefused } from './refused-writes.js';
import { keepsOddValues, showsUpdateEverywhere } from './shown-after-write.js';
import { listsAsItem, readsBySlugAsById } from './shown-everywhere.js';
import { neverDangling } from '../links/unknown-relations.js';
import { emptiesUnlinked } from './unlinked-records.js';
import { deletesNoOther } from './untouched-records.js';

const slugged = ['events', 'venues', 'organizers'] as const;
const terms = ['categories', 'tags'] as const;

/** What updates venues updates organizers; terms have too few fields to lose one in one place. */
const writtenApart = ['events', 'venues'] as const;

/** What a target may choose, but not contradict: all that it shows of itself agrees. */
export const coherenceRequirements: readonly CalendarRequirement[] = [
  ...collections.map(listsAsItem),
  ...slugged.map(readsBySlugAsById),
  ...writtenApart.map(showsUpdateEverywhere),
  ...collections.map(createsNothingRefused),
  changesNothingRefused,
  // What deletes organizers deletes venues; terms of one name are few.
  ...(['events', 'organizers'] as const).map(deletesNoOther),
  keepsOwnDefaults('events'),
  // What takes the id of a body for that of a venue takes it for that of an organizer.
  ...(['events', 'organizers', 'categories', 'tags'] as const).map(writesAddressedOnly),
  writesUnderOwnCollection,
  ...(['events', 'venues', 'tags'] as const).map(keepsOddValues),
  ...relations.map(embedsAsItem),
  // Of tags it is made as of categories.
  ...relations.filter((relation) => relation !== 'tags').map(embedsRenamed),
  ...neverDangling,
  ...terms.map(countsEvents),
  totalsFollow,
  emptiesUnlinked,
  movesLinks,
  keepsListsOfForms,
  keepsLettersEverywhere,
  keepsLongTexts,
  escapesAlike,
  keepsAuthorsEverywhere,
  keepsSlugsAlike,
];
