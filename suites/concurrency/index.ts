import type { CalendarRequirement } from '../../adapter/subject.js';
import { distinguishesNamesakes, givesSlugOnce, makesEachOnce } from './concurrent-creates.js';
import { deletesForGood } from './concurrent-deletes.js';
import { keepsAllFields, showsLastList, showsLastValue, showsWholeUpdates } from './concurrent-writes.js';
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
  distinguishesNamesakes,
  makesEachOnce,
  pagesHoldStill,
];
