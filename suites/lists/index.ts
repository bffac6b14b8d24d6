import { collections } from '../../contract/resources.js';
import type { CalendarRequirement } from '../../target/subject.js';
import { takesSlugs } from './by-slug.js';
import { combinesFilters } from './combined.js';
import { selectsByDate } from './dates.js';
import { selectsByBothDays } from './days-together.js';
import { startsAtPageOne } from './default-page.js';
import { holdsTenByDefault } from './default-page-size.js';
import { showsWhatIsSoon } from './default-window.js';
import { selectsEventsByStatus, selectsFeatured } from './event-flags.js';
import { filtersEveryPage } from './filtered-pages.js';
import { staysFresh } from './fresh.js';
import { includesWhateverTheDate, selectsIncludedEvents } from './include.js';
import { includesNoOtherKind } from './include-kinds.js';
import { pagesIncluded } from './include-pages.js';
import { listsMoved } from './moved.js';
import { linksNeighbours, linksNothingBeyond } from './links.js';
import { listsStill } from './listed-still.js';
import { attributes, ordersBothWays, ordersByAttribute } from './order.js';
import { holdsAsManyAsAsked } from './page-size.js';
import { concatenatesPages } from './pages.js';
import { selectsByMadeStatus } from './place-status.js';
import { selectsByEvent, selectsThoseWithEvents, selectsThoseWithUpcoming } from './places.js';
import { existingFilters } from './existing.js';
import { provisionedFilters } from './premium.js';
import { literalReadings } from './readings.js';
import { recounts } from './recount.js';
import { selectsByRelation } from './relations.js';
import { searchesDescriptions, searchesNames } from './search.js';
import { findsSymbols } from './search-finds-symbols.js';
import { takesSymbolsLiterally } from './search-symbols.js';
import { decidesByTheSecond } from './seconds.js';
import { showsEach } from './shows.js';
import { filtersDaysStrictly, filtersLenientlyWhenAsked, filtersStrictly } from './strict-dates.js';
import { selectsTermBySlug } from './term-slug.js';
import {
  hidesEmptyTerms,
  hidesEmptyTermsByDefault,
  leavesOutExcludedTerms,
  selectsIncludedTerms,
  selectsSubcategories,
  selectsTermsOfEvent,
} from './terms.js';
import { countsWhatPagesHold } from './totals.js';
import { ignoresNoUnknownId } from './unknown-id.js';

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
