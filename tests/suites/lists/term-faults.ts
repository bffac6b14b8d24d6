import type { Blame } from './expect-blame.js';
import { firstParameterOnly, ignoring, misreading, selecting, taking, textIn, withoutUnknown } from './faults.js';

const unlessHidden = ['search.symbols', 'per_page.default', 'fresh.created', 'fresh.updated'];

const ofBoth = (['categories', 'tags'] as const).flatMap((collection): readonly Blame[] => [
  {
    fault: `search of ${collection} ignored`,
    blames: `${collection}.list.search`,
    besides: ['search.literal'],
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
    intercept: selecting(collection, (terms, parameters) =>
      /[^\w -]|_/.test(parameters.get('search') ?? '') ? [] : terms,
    ),
  },
  {
    fault: `include of ${collection} ignored`,
    blames: `${collection}.list.include`,
    intercept: ignoring(collection, 'include'),
  },
  {
    fault: `exclude of ${collection} ignored`,
    blames: `${collection}.list.exclude`,
    intercept: ignoring(collection, 'exclude'),
  },
  {
    fault: `post of ${collection} ignored`,
    blames: `${collection}.list.post`,
    besides: ['page', 'totals'],
    intercept: ignoring(collection, 'post'),
  },
  {
    fault: `event of ${collection} ignored`,
    blames: `${collection}.list.event`,
    intercept: ignoring(collection, 'event'),
  },
  {
    fault: `slug of ${collection} ignored`,
    blames: `${collection}.list.slug`,
    intercept: ignoring(collection, 'slug'),
  },
  {
    fault: `slugs of ${collection} compared by how they begin`,
    blames: `${collection}.list.slug`,
    intercept: async (request, next) =>
      selecting(collection, (terms, parameters) => {
        const slug = parameters.get('slug');
        return slug === null ? terms : terms.filter((term) => textIn(term, 'slug').startsWith(slug));
      })({ ...request, target: request.target }, (sent) =>
        next({ ...sent, target: sent.target.replace(/([?&])slug=[^&]*/, '$1') }),
      ),
  },
  {
    fault: `hide_empty of ${collection} ignored`,
    blames: `${collection}.list.hide_empty`,
    besides: unlessHidden,
    intercept: ignoring(collection, 'hide_empty'),
  },
  {
    fault: `hide_empty=false of ${collection} read as true`,
    blames: `${collection}.list.hide_empty`,
    besides: unlessHidden,
    intercept: taking(collection, 'hide_empty', () => 'true'),
  },
  {
    fault: `${collection} of no event listed by default`,
    blames: `${collection}.list.hide_empty.default`,
    intercept: misreading(collection, (parameters) => {
      if (!parameters.has('hide_empty')) parameters.set('hide_empty', 'false');
    }),
  },
  {
    fault: `order of ${collection} ignored`,
    blames: `${collection}.list.order`,
    besides: ['orderby-id', 'orderby-slug', 'orderby-count'],
    intercept: ignoring(collection, 'order'),
  },
  {
    fault: `${collection} by id sorted as text`,
    blames: `${collection}.list.orderby-id`,
    intercept: selecting(collection, (terms, parameters) =>
      parameters.get('orderby') === 'id'
        ? terms.toSorted((one, other) => (textIn(one, 'id') < textIn(other, 'id') ? -1 : 1))
        : terms,
    ),
  },
  {
    fault: `one of others out of place among ${collection} by id`,
    blames: `${collection}.list.orderby-id`,
    intercept: selecting(collection, (terms, parameters) =>
      parameters.get('orderby') === 'id' ? terms.toSpliced(1, 0, { ...terms[0], id: 7 }) : terms,
    ),
  },
  {
    fault: `${collection} by count not sorted`,
    blames: `${collection}.list.orderby-count`,
    intercept: taking(collection, 'orderby', (attribute) => (attribute === 'count' ? 'id' : attribute)),
  },
  {
    fault: `${collection} by slug not sorted`,
    blames: `${collection}.list.orderby-slug`,
    intercept: taking(collection, 'orderby', (attribute) => (attribute === 'slug' ? 'id' : attribute)),
  },
  {
    fault: `an unknown id lifts a filter of ${collection}`,
    blames: `${collection}.list.unknown-id`,
    intercept: withoutUnknown(collection),
  },
  {
    fault: `only the first of several filters of ${collection} counted`,
    blames: `${collection}.list.combined`,
    besides: ['readings.include-with-exclude'],
    intercept: firstParameterOnly(collection),
  },
  {
    fault: `all ${collection} missing`,
    blames: `${collection}.list.each`,
    besides: 'all',
    intercept: selecting(collection, () => []),
  },
]);

/** Faults of the filters of lists. */
export const termFaults: readonly Blame[] = [
  ...ofBoth,
  { fault: 'parent ignored', blames: 'categories.list.parent', intercept: ignoring('categories', 'parent') },
  {
    fault: 'parent forgotten after the first page',
    blames: 'categories.list.page.filtered',
    intercept: misreading('categories', (parameters) => {
      if (parameters.has('page')) parameters.delete('parent');
    }),
  },
];
