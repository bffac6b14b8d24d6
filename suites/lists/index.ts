import type { CalendarRequirement } from '../../adapter/subject.js';
import { collections } from '../../contract/resources.js';
import { combinesFilters } from './combined-filters.js';
import { existingFilters } from './existing-records.js';
import { decidesByTheSecond, selectsByBothDays, selectsByDate } from './filters/date-selection.js';
import { selectsByRelation, selectsEventsByStatus, selectsFeatured } from './filters/event-selection.js';
import { includesNoOtherKind, includesWhateverTheDate, selectsIncludedEvents } from './filters/included-events.js';
import { provisionedFilters } from './filters/provisioned-filters.js';
import { ignoresNoUnknownId, takesSlugs } from './filters/reference-values.js';
import { filtersDaysStrictly, filtersLenientlyWhenAsked, filtersStrictly } from './filters/strict-dates.js';
import { findsSymbols, takesSymbolsLiterally } from './filters/symbol-search.js';
import {
  hidesEmptyTerms,
  hidesEmptyTermsByDefault,
  leavesOutExcludedTerms,
  selectsIncludedTerms,
  selectsSubcategories,
  selectsTermBySlug,
  selectsTermsOfEvent,
} from './filters/term-selection.js';
import { searchesDescriptions, searchesNames } from './filters/text-search.js';
import {
  selectsByEvent,
  selectsByMadeStatus,
  selectsThoseWithEvents,
  selectsThoseWithUpcoming,
} from './filters/venue-selection.js';
import { staysFresh } from './fresh-lists.js';
import { listsStill } from './listed-still.js';
import { literalReadings } from './literal-readings.js';
import { listsMoved } from './moved-records.js';
import { countsWhatPagesHold } from './pages/counted-totals.js';
import { attributes, ordersBothWays, ordersByAttribute } from './pages/list-order.js';
import { holdsAsManyAsAsked, holdsTenByDefault, startsAtPageOne } from './pages/list-page-size.js';
import { linksNeighbours, linksNothingBeyond } from './pages/neighbour-links.js';
import { concatenatesPages, filtersEveryPage, pagesIncluded } from './pages/page-sequence.js';
import { showsEach, showsWhatIsSoon } from './plain-lists.js';
import { recounts } from './recounted-lists.js';

const dates = ['start_date', 'end_date', 'starts_before', 'starts_after', 'ends_before', 'ends_after'] as const;
const relations = ['categories', 'tags', 'venue', 'organizer'] as const;
const venuesAndOrganizers = ['venues', 'organizers'] as const;
const dateBounds = ['starts_after', 'starts_before', 'ends_after', 'ends_before'] as const;
const taxonomies = ['categories', 'tags'] as const;

const eventFilters: readonly CalendarRequirement[] = [
  ...dates.map(selectsByDate),
  selectsByBothDays,
  filtersStrictly,
  ...filtersDaysStrictly,
  filtersLenientlyWhenAsked,
  ...dateBounds.map(decidesByTheSecond),
  ...relations.map(selectsByRelation),
  ...taxonomies.map(takesSlugs),
  selectsFeatured,
  selectsEventsByStatus,
  ...provisionedFilters,
  ...existingFilters,
  selectsIncludedEvents,
  includesWhateverTheDate,
  includesNoOtherKind,
  pagesIncluded,
  showsWhatIsSoon,
];

const venueAndOrganizerFilters: readonly CalendarRequirement[] = venuesAndOrganizers.flatMap((collection) => [
  selectsByEvent(collection),
  selectsThoseWithEvents(collection),
  selectsThoseWithUpcoming(collection),
  selectsByMadeStatus(collection),
]);

const termFilters: readonly CalendarRequirement[] = taxonomies.flatMap((collection) => [
  selectsIncludedTerms(collection),
  leavesOutExcludedTerms(collection),
  hidesEmptyTerms(collection),
  hidesEmptyTermsByDefault(collection),
  selectsTermsOfEvent(collection, 'post'),
  selectsTermsOfEvent(collection, 'event'),
  selectsTermBySlug(collection),
  ordersBothWays(collection),
  ...attributes.map((attribute) => ordersByAttribute(collection, attribute)),
]);

/** What is required of the lists: what each parameter selects, alone and with others, in which pages, and how fresh. */
export const listsRequirements: readonly CalendarRequirement[] = [
  ...collections.map(showsEach),
  ...eventFilters,
  ...venueAndOrganizerFilters,
  ...termFilters,
  selectsSubcategories,
  ...collections.map(searchesNames),
  ...(['events', 'venues'] as const).map(searchesDescriptions),
  ...collections.map(takesSymbolsLiterally),
  ...collections.map(findsSymbols),
  ...collections.map(ignoresNoUnknownId),
  ...collections.map(combinesFilters),
  ...collections.map(concatenatesPages),
  ...(['events', 'categories'] as const).map(filtersEveryPage),
  ...collections.map(startsAtPageOne),
  ...collections.map(holdsAsManyAsAsked),
  ...collections.map(holdsTenByDefault),
  ...collections.map(countsWhatPagesHold),
  ...collections.map(linksNeighbours),
  ...collections.map(linksNothingBeyond),
  ...collections.map(recounts),
  ...collections.flatMap(staysFresh),
  ...collections.map(listsMoved),
  listsStill,
  ...literalReadings,
];
