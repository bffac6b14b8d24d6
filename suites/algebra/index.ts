import { collections } from '../../contract/resources.js';
import type { CalendarRequirement } from '../../target/subject.js';
import { takesEventForPost } from './alias.js';
import { excludesTheRest } from './exclude.js';
import { switchesBothWays } from './flags.js';
import { includesBesideOthers } from './include.js';
import { intersects, intersectsRelations } from './intersection.js';
import { dividesIntervals } from './intervals.js';
import { takesFormsAlike } from './list-forms.js';
import { narrows } from './narrowing.js';
import { holdsTheSameInSmallPages } from './page-size.js';
import { ignoresParameterOrder } from './parameter-order.js';
import { searchesWithinOthers } from './search-beside.js';
import { takesSlugsForIds } from './slugs.js';
import { unitesValues } from './union.js';
import { includesWholeDays } from './whole-days.js';

const taxonomies = ['categories', 'tags'] as const;
const verbs = ['starts', 'ends'] as const;

/** What is required of lists beside one another: what one holds follows from what others hold. */
export const algebraRequirements: readonly CalendarRequirement[] = [
  ...collections.map(narrows),
  ...collections.map(intersects),
  intersectsRelations,
  searchesWithinOthers,
  unitesValues,
  ...collections.map(switchesBothWays),
  ...verbs.map(dividesIntervals),
  ...verbs.map(includesWholeDays),
  includesBesideOthers,
  ...taxonomies.map(excludesTheRest),
  ...taxonomies.map(takesEventForPost),
  takesSlugsForIds,
  takesFormsAlike,
  ...collections.map(holdsTheSameInSmallPages),
  ...collections.map(ignoresParameterOrder),
];
