import { collections } from '../../../contract/resources.js';

/** A fault of the zoo, the requirement that is about just that, and others that cannot help failing with it. */
export interface Blame {
  readonly fault: string;
  readonly requirement: string;
  /** The ends of their ids. */
  readonly besides: readonly string[] | 'all';
}

type Row = readonly [fault: string, requirement: string, besides?: readonly string[] | 'all'];

/** Rows of one collection: a fault of that collection alone is named without `<collection>.list.`. */
const inList =
  (collection: string) =>
  ([fault, requirement, besides = []]: Row): Blame => ({
    fault: /^lists\.|\.list\./.test(fault) ? fault : `${collection}.list.${fault}`,
    requirement: `${collection}.list.${requirement}`,
    besides,
  });

const bounds = ['starts_after', 'starts_before', 'ends_after', 'ends_before'] as const;
const days = ['start_date', 'end_date'] as const;
const relations = ['categories', 'tags', 'venue', 'organizer'] as const;

const eventRows: readonly Row[] = [
  ['starts_before-24-hours', 'clock-changes'],
  ['start_date-24-hours', 'clock-changes'],
  [
    'start_date-ignored',
    'start_date',
    ['strict_dates', 'strict_dates.default', 'strict_dates.start-date', 'start_date.second', 'start_date.seasons'],
  ],
  [
    'end_date-ignored',
    'end_date',
    ['strict_dates', 'strict_dates.default', 'strict_dates.end-date', 'end_date.second', 'end_date.seasons'],
  ],
  [
    'starts_before-ignored',
    'starts_before',
    ['strict_dates', 'starts_before.second', 'starts_before.seasons', 'ticketed.existing', 'clock-changes'],
  ],
  [
    'starts_after-ignored',
    'starts_after',
    ['strict_dates', 'starts_after.second', 'starts_after.seasons', 'status.unpublished'],
  ],
  ['ends_before-ignored', 'ends_before', ['strict_dates', 'ends_before.second', 'ends_before.seasons', 'page']],
  ['ends_after-ignored', 'ends_after', ['strict_dates', 'ends_after.second', 'ends_after.seasons']],
  [
    'strict_dates-ignored',
    'strict_dates',
    [...[...bounds, ...days].map((name) => `${name}.second`), 'strict_dates.start-date', 'strict_dates.end-date'],
  ],
  ...days.map(
    (day): Row => [`${day}-strict-as-day`, `strict_dates.${day.replace('_', '-')}`, ['strict_dates', `${day}.second`]],
  ),
  ...days.map(
    (day): Row => [`${day}-strict-as-day`, `${day}.second`, ['strict_dates', `strict_dates.${day.replace('_', '-')}`]],
  ),
  ...bounds.map((bound): Row => [`${bound}-strict-as-day`, 'strict_dates', [`${bound}.second`, 'near-misses']]),
  ['starts_before-midnight-is-day', 'starts_before.second', ['strict_dates']],
  ['ends_after-last-second-rounded', 'ends_after.second', ['strict_dates']],
  ...bounds.map((bound): Row => ['strict-shift-in-summer', `${bound}.second`, 'all']),
  ['starts_after-shift-in-summer', 'starts_after.second'],
  ['ends_before-shift-in-winter', 'ends_before.second', ['strict_dates']],
  ['strict-shift-by-a-second-in-summer', 'starts_after.second', ['ends_after.second']],
  ['starts_after-day-displaced-in-summer', 'starts_after.seasons', 'all'],
  ['starts_before-day-displaced-in-winter', 'starts_before.seasons', 'all'],
  ['ends_after-day-displaced-in-summer', 'ends_after.seasons', 'all'],
  ['ends_before-day-displaced-in-winter', 'ends_before.seasons', 'all'],
  ['start_date-misses-midnight', 'start_date.seasons', 'all'],
  ['end_date-last-second-lost', 'end_date.seasons', ['end_date']],
  ['strict_dates-false-is-true', 'strict_dates.default'],
  [
    'starts_before-last-second-lost',
    'starts_before',
    ['strict_dates', 'starts_before.second', 'starts_before.seasons'],
  ],
  ['search-ignored', 'search', ['search.description', 'search.literal']],
  ['search-descriptions-only', 'search', ['search.symbols']],
  ['search-titles-only', 'search.description'],
  ['search-word-beginnings', 'search', ['search.symbols', 'search.literal']],
  ['lists.search-drops-symbols', 'search.literal', ['search.symbols']],
  ['lists.search-symbols-find-nothing', 'search.symbols'],
  ['categories-ignored', 'categories', ['categories.by-slug']],
  ['tags-ignored', 'tags', ['tags.by-slug', 'categories.by-slug']],
  ['venue-ignored', 'venue'],
  ['organizer-ignored', 'organizer'],
  ...relations.map((relation): Row => [`${relation}-first-asked-only`, relation, [`${relation}.by-slug`]]),
  ['venue-first-only', 'venue'],
  ['tags-slug-unfiltered', 'tags.by-slug', ['categories.by-slug']],
  ['categories-slug-unfiltered', 'categories.by-slug'],
  ['featured-ignored', 'featured'],
  ['page-forgets-featured', 'page.filtered', ['links.parameters']],
  ['featured-false-is-true', 'featured'],
  ['featured-false-unfiltered', 'featured'],
  ['status-ignored', 'status', ['status.unpublished', 'status.page']],
  ['geoloc-ignored', 'geoloc'],
  ['geoloc_lat-fixed', 'geoloc_lat', ['geoloc_lng']],
  ['geoloc_lng-fixed', 'geoloc_lng'],
  ['ticketed-false-is-true', 'ticketed'],
  ['post_parent-ignored', 'post_parent'],
  ['include-ignored', 'include', ['include.lifts-dates']],
  ['include-beside-dates-ignored', 'include.lifts-dates'],
  ['unknown-id-unfiltered', 'unknown-id'],
  ['with-venue-missing', 'each', 'all'],
  ['ends_after-beside-starts_before', 'near-misses'],
  ['featured-beside-search', 'near-misses'],
  ['status-beside-search', 'near-misses'],
  ['page-forgets-status', 'status.page'],
  ['default-window-late', 'default-window'],
  ['lists.first-filter-only', 'combined', 'all'],
  ...bounds.map(
    (bound): Row => [
      `${bound}-seconds-${bound.endsWith('after') ? 'late' : 'early'}`,
      `${bound}.second`,
      ['strict_dates'],
    ],
  ),
];

const placeRows: readonly Row[] = [
  ['search-ignored', 'search', ['search.description', 'search.literal']],
  ['lists.search-drops-symbols', 'search.literal', ['search.symbols']],
  ['lists.search-symbols-find-nothing', 'search.symbols'],
  ['event-ignored', 'event', ['page', 'totals']],
  ['has_events-ignored', 'has_events'],
  ['organizers.list.has_events-by-presence', 'has_events'],
  ['only_with_upcoming-ignored', 'only_with_upcoming'],
  ['venues.list.only_with_upcoming-false-is-true', 'only_with_upcoming'],
  ['status-ignored', 'status'],
  ['venues.list.status-draft-empty', 'status'],
  [
    'venues.list.only_with_upcoming-default-true',
    'each',
    [
      'has_events',
      'search',
      'status',
      'fresh.members',
      'fresh.updated',
      'search.description',
      'search.literal',
      'search.symbols',
      'per_page.default',
    ],
  ],
  ['lists.first-filter-only', 'combined'],
];

const unlessHidden = [
  'hide_empty.digits',
  'search.symbols',
  'per_page.default',
  'fresh.members',
  'fresh.updated',
  'orderby-id',
  'orderby-slug',
  'orderby-count',
];

const termRows: readonly Row[] = [
  ['search-ignored', 'search', ['search.literal']],
  ['lists.search-drops-symbols', 'search.literal', ['search.symbols']],
  ['lists.search-symbols-find-nothing', 'search.symbols'],
  ['include-ignored', 'include'],
  ['exclude-ignored', 'exclude'],
  ['terms.list.event-ignored', 'event'],
  ['slug-ignored', 'slug'],
  ['slug-prefix', 'slug'],
  ['hide_empty-ignored', 'hide_empty', unlessHidden],
  ['categories.list.hide_empty-false-is-true', 'hide_empty', unlessHidden],
  ['hide_empty-default-false', 'hide_empty.default'],
  ['order-ignored', 'order', ['orderby-id', 'orderby-slug', 'orderby-count']],
  ['orderby-id-as-text', 'orderby-id'],
  ['terms.list.orderby-id-one-misplaced', 'orderby-id'],
  ['orderby-count-ignored', 'orderby-count'],
  ['terms.list.ties-by-count-unstable', 'orderby-count.pages'],
  ['terms.list.orderby-slug-as-id', 'orderby-slug'],
  ['lists.unknown-id-unfiltered', 'unknown-id'],
  ['lists.first-filter-only', 'combined', ['readings.include-with-exclude']],
  ['terms.list.empty', 'each', 'all'],
];

const pageRows: readonly Row[] = [
  ['lists.page-ignored', 'page', ['links', 'links-end', 'orderby-count.pages']],
  ['lists.page-from-zero', 'page', ['totals', 'links', 'links-end', 'orderby-count.pages']],
  ['lists.page-one-is-two', 'page.default', ['links', 'links-end']],
  ['lists.last-of-small-page-lost', 'page', ['per_page', 'per_page.default', 'totals', 'orderby-count.pages']],
  ['lists.total-of-page', 'totals'],
  ['lists.pages-rounded-down', 'totals', ['links-end']],
  ['lists.previous-link-to-itself', 'links'],
  ['lists.links-lose-parameters', 'links.parameters', ['links']],
];

const otherPageRows: readonly Row[] = [
  ['lists.per_page-ignored', 'per_page'],
  ['lists.next-link-forgets-event', 'links', ['links.parameters']],
];

/** The faults of event lists. */
export const eventBlames: readonly Blame[] = eventRows.map(inList('events'));

/** The faults of the lists of venues and organizers. */
export const placeBlames: readonly Blame[] = [
  ...['venues', 'organizers'].flatMap((collection) => placeRows.map(inList(collection))),
  ...(
    [
      ['venues.list.unknown-id-unfiltered', 'unknown-id'],
      ['search-names-only', 'search.description', ['search.custom-fields']],
      ['venues.list.search-without-custom-fields', 'search.custom-fields'],
    ] as const
  ).map(inList('venues')),
  inList('organizers')(['lists.unknown-id-unfiltered', 'unknown-id']),
];

/** The faults of the lists of categories and tags. */
export const termBlames: readonly Blame[] = [
  ...['categories', 'tags'].flatMap((collection) => termRows.map(inList(collection))),
  inList('categories')(['post-ignored', 'post', ['page', 'totals', 'event']]),
  inList('tags')(['post-ignored', 'post', ['page', 'totals']]),
  inList('tags')(['categories.list.hide_empty-zero-is-true', 'hide_empty.digits']),
  ...(
    [
      ['parent-ignored', 'parent'],
      ['parent-zero-ignored', 'parent.zero'],
      ['page-forgets-parent', 'page.filtered', ['links.parameters']],
      ['categories.list.hide_empty-zero-is-true', 'hide_empty.digits'],
    ] as const
  ).map(inList('categories')),
];

/** The faults of paging. */
export const pageBlames: readonly Blame[] = [
  ...collections.flatMap((collection) => pageRows.map(inList(collection))),
  ...collections.filter((one) => one !== 'events').flatMap((collection) => otherPageRows.map(inList(collection))),
  ...(
    [
      ['per_page-ignored', 'per_page'],
      ['next-link-forgets-filter', 'links', ['links.parameters']],
    ] as const
  ).map(inList('events')),
  ...['events', 'categories'].map((one) => inList(one)(['per_page-default-11', 'per_page.default'])),
  ...['venues', 'organizers', 'tags'].map((one) => inList(one)(['lists.per_page-default-20', 'per_page.default'])),
  ...['events', 'venues', 'categories'].map((one) =>
    inList(one)(['lists.unpaged-beside-relations', 'per_page.beside-filters']),
  ),
];
