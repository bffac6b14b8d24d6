import type { CalendarRequirement } from '../../adapter/subject.js';
import { collections } from '../../contract/resources.js';
import { combinesFilters } from './combined-filters.js';
import { existingFilters } from './existing-records.js';
import { heedsClockChanges } from './filters/clock-change-days.js';
import { dateRules } from './filters/date-selection.js';
import { eventRules } from './filters/event-selection.js';
import { findsExistingPlaces } from './existing-places.js';
import { includeRules } from './filters/included-events.js';
import { needsBothCoordinates } from './filters/lone-coordinates.js';
import { provisionedFilters } from './filters/provisioned-filters.js';
import { ignoresNoUnknownId } from './filters/reference-values.js';
import { seasonalDays } from './filters/seasonal-bounds.js';
import { strictDateRules } from './filters/strict-dates.js';
import { symbolSearchRules } from './filters/symbol-search.js';
import { selectsNoneByZero, selectsSubcategories, termRules } from './filters/term-selection.js';
import { searchRules } from './filters/text-search.js';
import { countsOverInItsZone } from './filters/upcoming-zone.js';
import { venueOrOrganizerRules } from './filters/venue-selection.js';
import { staysFresh } from './fresh-lists.js';
import { filtersInLanguage } from './language-filters.js';
import { literalReadings } from './literal-readings.js';
import { listsMoved } from './moved-records.js';
import { leavesOutNearMisses } from './near-misses.js';
import { countsWhatPagesHold } from './pages/counted-totals.js';
import { keptParameterRules } from './pages/kept-parameters.js';
import { orderRules } from './pages/list-order.js';
import { pageSizeRules } from './pages/list-page-size.js';
import { linkRules } from './pages/neighbour-links.js';
import { pageRules, pagesIncluded } from './pages/page-sequence.js';
import { showsEach, showsWhatIsSoon } from './plain-lists.js';

const eventFilters: readonly CalendarRequirement[] = [
  ...dateRules,
  ...strictDateRules,
  ...seasonalDays,
  heedsClockChanges,
  ...eventRules,
  ...provisionedFilters,
  needsBothCoordinates,
  ...existingFilters,
  findsExistingPlaces,
  ...includeRules,
];

const termFilters: readonly CalendarRequirement[] = (['categories', 'tags'] as const).flatMap((collection) => [
  ...termRules(collection),
  ...orderRules(collection),
]);

/** What is required of the lists: what each parameter selects, alone and with others, in which pages, and how fresh. */
export const listsRequirements: readonly CalendarRequirement[] = [
  ...collections.map(showsEach),
  ...eventFilters,
  pagesIncluded,
  showsWhatIsSoon,
  ...(['venues', 'organizers'] as const).flatMap(venueOrOrganizerRules),
  countsOverInItsZone,
  ...termFilters,
  selectsSubcategories,
  selectsNoneByZero,
  ...searchRules,
  ...symbolSearchRules,
  ...collections.map(ignoresNoUnknownId),
  ...collections.map(combinesFilters),
  leavesOutNearMisses,
  ...collections.map(filtersInLanguage),
  ...pageRules,
  ...pageSizeRules,
  ...collections.map(countsWhatPagesHold),
  ...linkRules,
  ...keptParameterRules,
  ...collections.flatMap(staysFresh),
  ...collections.map(listsMoved),
  ...literalReadings,
];
