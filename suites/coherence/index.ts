import { collections, relations } from '../../contract/resources.js';
import type { CalendarRequirement } from '../../target/subject.js';
import { countsEvents } from './counts.js';
import { keepsOddValues } from './kept-writes.js';
import { embedsAsItem } from './linked-records.js';
import { embedsRenamed } from './linked-renamed.js';
import { deletesNoOther } from './other-records.js';
import { createsNothingRefused } from './refused-creates.js';
import { keepsWhatWasRefused } from './refused-updates.js';
import { answersCreateAsItem, showsUpdateEverywhere } from './shown-after-write.js';
import { listsAsItem, readsBySlugAsById } from './shown-everywhere.js';
import { totalsFollow } from './totals.js';
import { neverDangling } from './unknown-relations.js';

const slugged = ['events', 'venues', 'organizers'] as const;
const terms = ['categories', 'tags'] as const;

/** What a target may choose, but not contradict: all that it shows of itself agrees. */
export const coherenceRequirements: readonly CalendarRequirement[] = [
  ...collections.map(listsAsItem),
  ...slugged.map(readsBySlugAsById),
  ...collections.map(answersCreateAsItem),
  ...collections.map(showsUpdateEverywhere),
  ...collections.map(keepsWhatWasRefused),
  ...collections.map(createsNothingRefused),
  ...collections.map(deletesNoOther),
  ...collections.map(keepsOddValues),
  ...relations.map(embedsAsItem),
  ...relations.map(embedsRenamed),
  ...neverDangling,
  ...terms.map(countsEvents),
  totalsFollow,
];
