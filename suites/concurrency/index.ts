import type { CalendarRequirement } from '../../adapter/subject.js';
import { givesSlugOnce, makesEachOnce, makesNamesakesAtOnce } from './concurrent-creates.js';
import { deletesForGood } from './concurrent-deletes.js';
import { keepsAllFields, showsLastList, showsLastValue, showsWholeUpdates } from './concurrent-writes.js';
import { keepsLanguagesApart } from './languages-at-once.js';
import { pagesHoldStill } from './moving-pages.js';

/** What holds when several clients are at work at the same time. */
export const concurrencyRequirements: readonly CalendarRequirement[] = [
  keepsAllFields('events'),
  keepsAllFields('venues'),
  showsLastValue,
  showsLastList,
  showsWholeUpdates,
  deletesForGood,
  givesSlugOnce,
  makesNamesakesAtOnce('venues'),
  makesNamesakesAtOnce('organizers'),
  makesEachOnce,
  pagesHoldStill,
  keepsLanguagesApart,
];
