import type { Blame } from './expect-blame.js';
import { firstParameterOnly, ignoring, misreading, selecting, taking, textIn, withoutUnknown } from './faults.js';

const ofBoth = (['venues', 'organizers'] as const).flatMap((collection): readonly Blame[] => [
  {
    fault: `search of ${collection} ignored`,
    blames: `${collection}.list.search`,
    besides: ['search.description', 'search.literal'],
    intercept: ignoring(collection, 'search'),
  },
  {
    fault: `symbols dropped from a search of ${collection}`,
    blames: `${collection}.list.search.literal`,
    besides: ['search.symbols'],
    intercept: taking(collection, 'search', (text) => text.replace(/[^A-Za-z0-9 -]/g, '')),
  },
  {
    fault: `a search of ${collection} with symbols finds nothing`,
    blames: `${collection}.list.search.symbols`,
    intercept: selecting(collection, (records, parameters) =>
      /[^\w -]|_/.test(parameters.get('search') ?? '') ? [] : records,
    ),
  },
  {
    fault: `event of ${collection} ignored`,
    blames: `${collection}.list.event`,
    besides: ['page', 'totals'],
    intercept: ignoring(collection, 'event'),
  },
  {
    fault: `has_events of ${collection} ignored`,
    blames: `${collection}.list.has_events`,
    intercept: ignoring(collection, 'has_events'),
  },
  {
    fault: `has_events=false of ${collection} read as true`,
    blames: `${collection}.list.has_events`,
    intercept: taking(collection, 'has_events', () => 'true'),
  },
  {
    fault: `only_with_upcoming of ${collection} ignored`,
    blames: `${collection}.list.only_with_upcoming`,
    intercept: ignoring(collection, 'only_with_upcoming'),
  },
  {
    fault: `only_with_upcoming=false of ${collection} read as true`,
    blames: `${collection}.list.only_with_upcoming`,
    intercept: taking(collection, 'only_with_upcoming', () => 'true'),
  },
  {
    fault: `status of ${collection} ignored`,
    blames: `${collection}.list.status`,
    intercept: ignoring(collection, 'status'),
  },
  {
    fault: `${collection} that are drafts listed by no status`,
    blames: `${collection}.list.status`,
    intercept: selecting(collection, (records, parameters) => (parameters.get('status') === 'draft' ? [] : records)),
  },
  {
    fault: `an unknown event lifts the filter of ${collection}`,
    blames: `${collection}.list.unknown-id`,
    intercept: withoutUnknown(collection),
  },
  {
    fault: `${collection} without an upcoming event missing`,
    blames: `${collection}.list.each`,
    besides: [
      'has_events',
      'search',
      'status',
      'fresh.created',
      'fresh.updated',
      'search.description',
      'search.symbols',
      'per_page.default',
    ],
    intercept: misreading(collection, (parameters) => {
      if (!parameters.has('only_with_upcoming')) parameters.set('only_with_upcoming', 'true');
    }),
  },
  {
    fault: `only the first of several filters of ${collection} counted`,
    blames: `${collection}.list.combined`,
    intercept: firstParameterOnly(collection),
  },
]);

/** Faults of the filters of lists. */
export const placeFaults: readonly Blame[] = [
  ...ofBoth,
  {
    fault: 'search of venues by name alone',
    blames: 'venues.list.search.description',
    intercept: selecting('venues', (venues, parameters) =>
      venues.filter((venue) =>
        textIn(venue, 'venue')
          .toLowerCase()
          .includes((parameters.get('search') ?? '').toLowerCase()),
      ),
    ),
  },
];
