import type { CalendarRequirement } from '../../target/subject.js';
import { makesEachOnce, distinguishesNamesakes } from './creates.js';
import { deletesForGood } from './deletes.js';
import { keepsAllFields } from './kept-fields.js';
import { showsLastList, showsLastValue, showsWholeUpdates } from './one-record.js';
import { givesSlugOnce } from './one-slug.js';
import { pagesHoldStill } from './pages.js';

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
