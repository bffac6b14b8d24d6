import { chained, testReadings } from './expect-reading.js';
import * as target from './other-readings.js';

const fold = (text: string): string => text.toLowerCase();
const collections = ['events', 'venues', 'organizers', 'categories', 'tags'] as const;
const everywhere = (matches: (text: string, search: string) => boolean) =>
  chained(...collections.map((collection) => target.searching(collection, matches)));
const inPlaces = (change: typeof target.withoutEvents) => chained(change('venues'), change('organizers'));
const inTerms = (change: typeof target.countingDraftTerms) => chained(change('categories'), change('tags'));

testReadings([
  { reading: 'list.status.default', alternative: 'visible', intercept: target.showingDrafts },
  { reading: 'list.hide-from-listings', alternative: 'absent', intercept: target.hidingHidden },
  { reading: 'list.terms-by-slug', alternative: 'ids-only', intercept: target.takingIdsOnly('refused') },
  { reading: 'list.terms-by-slug', alternative: 'ids-only', intercept: target.takingIdsOnly('nothing') },
  { reading: 'list.category-filter', alternative: 'with-children', intercept: target.takingChildren },
  { reading: 'list.include.other-filters', alternative: 'include-wins', intercept: target.includingOnly },
  { reading: 'list.geoloc.alone', alternative: 'ignored', intercept: target.ignoringLoneCoordinates },
  {
    reading: 'list.search.match',
    alternative: 'all-words',
    intercept: everywhere((text, search) =>
      fold(search)
        .split(' ')
        .every((word) => fold(text).includes(word)),
    ),
  },
  { reading: 'list.search.case', alternative: 'exact', intercept: everywhere((text, search) => text.includes(search)) },
  { reading: 'list.has-events.false', alternative: 'without-events', intercept: inPlaces(target.withoutEvents) },
  { reading: 'list.has-events.counted', alternative: 'any-status', intercept: inPlaces(target.countingDrafts) },
  { reading: 'list.upcoming', alternative: 'not-started', intercept: inPlaces(target.startingLater) },
  { reading: 'terms.counted-events', alternative: 'any-status', intercept: inTerms(target.countingDraftTerms) },
  {
    reading: 'terms.include-hide-empty',
    alternative: 'include-wins',
    intercept: inTerms((terms) => target.winning(terms, 'include', 'hide_empty')),
  },
  {
    reading: 'terms.include-exclude',
    alternative: 'include-wins',
    intercept: inTerms((terms) => target.winning(terms, 'include', 'exclude')),
  },
  {
    reading: 'terms.include-exclude',
    alternative: 'exclude-wins',
    intercept: inTerms((terms) => target.winning(terms, 'exclude', 'include')),
  },
  {
    reading: 'terms.post-event',
    alternative: 'post-wins',
    intercept: inTerms((terms) => target.winning(terms, 'post', 'event')),
  },
  {
    reading: 'terms.post-event',
    alternative: 'event-wins',
    intercept: inTerms((terms) => target.winning(terms, 'event', 'post')),
  },
  {
    reading: 'terms.post-hide-empty',
    alternative: 'post-wins',
    intercept: inTerms((terms) =>
      chained(target.winning(terms, 'post', 'hide_empty'), target.winning(terms, 'event', 'hide_empty')),
    ),
  },
  { reading: 'terms.parent', alternative: 'descendants', intercept: target.givingDescendants },
  { reading: 'terms.order-words', alternative: 'ascending-descending', intercept: inTerms(target.orderingInWords) },
]);
