import type { CalendarRequirement } from '../../adapter/subject.js';
import { collections } from '../../contract/resources.js';
import { takesEventForPost, takesSlugsForIds } from './aliases.js';
import { searchesWithinOthers } from './search-beside.js';
import { switchesBothWays } from './flag-switches.js';
import { excludesTheRest, includesBesideOthers } from './include-exclude.js';
import { dividesIntervals } from './intervals.js';
import { takesFormsAlike } from './list-forms.js';
import { holdsTheSameInSmallPages } from './small-pages.js';
import { unitesValues } from './union.js';

const taxonomies = ['categories', 'tags'] as const;
const verbs = ['starts', 'ends'] as const;
const apart = collections.filter((one) => one !== 'organizers');

/** What is required of lists beside one another: what one holds follows from what others hold. */
export const algebraRequirements: readonly CalendarRequirement[] = [
  searchesWithinOthers,
  unitesValues,
  // What switches or divides lists of venues does so with organizers.
  ...apart.map(switchesBothWays),
  ...verbs.map(dividesIntervals),
  includesBesideOthers,
  ...taxonomies.map(excludesTheRest),
  ...taxonomies.map(takesEventForPost),
  takesSlugsForIds,
  takesFormsAlike,
  ...collections.map(holdsTheSameInSmallPages),
];
