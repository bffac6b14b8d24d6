import fc, { type Arbitrary } from 'fast-check';
import { toText } from '../../adapter/notation/shown-values.js';
import type { CalendarRequirement } from '../../adapter/subject.js';
import type { World } from '../../adapter/world/world.js';
import type { ParameterOf } from '../../contract/queries.js';
import { type Collection, resourceOf } from '../../contract/resources.js';
import { allOrFewer } from '../arbitraries/subsets.js';
import { extentOf, type Filter, inAll, toQuery } from '../queries/drawn-filters.js';
import { drawable, semanticsOf } from '../queries/parameter-semantics.js';
import { filtersBy, severalFilters } from '../queries/several-filters.js';
import { markOfRun } from '../queries/short-lists.js';
import { areAllSharp, areNarrowing } from './filter-pairs.js';
import { type Equation, relates } from './query-relation.js';

/**
 * What ends the names of some records of the run, to be searched for: a word and the mark, each once. Records of others
 * are not found by it, and some of ours are not, either.
 */
function endingsOfRun(world: World, collection: Collection): readonly string[] {
  const mark = markOfRun(world, collection);
  const endings = world.of(collection).flatMap(({ body }) => {
    const [, word] = /([A-Za-z]+) \S+$/.exec(toText(body[resourceOf(collection).label])) ?? [];
    return word === undefined || mark === undefined ? [] : [`${word} ${mark}`];
  });
  return [...new Set(endings)];
}

/**
 * What holds few others in view, so that they do not fill the pages: the window does for events, for organizers what names
 * some of them, for the others what ends the names of some of ours.
 */
const filteredBy: { readonly [C in Collection]: readonly ParameterOf<C>[] } = {
  events: drawable('events', 'text', 'union', 'flag', 'bound', 'view'),
  organizers: drawable('organizers', 'text', 'choice', 'alias', 'identity'),
  venues: ['search', 'has_events'],
  categories: ['search', 'exclude'],
  tags: ['search', 'exclude'],
};

/** With a page after the second: the first two may be all that is looked after. */
const PAGES = 3;

/** Of terms too few are found for more. */
const mostPages = (collection: Collection): number =>
  collection === 'categories' || collection === 'tags' ? 2 : PAGES;

/** Three pages where there can be; when shrunk, two, for a mistake that shows on these takes a request less. */
const pageCount = (collection: Collection): Arbitrary<number> =>
  allOrFewer(
    Array.from({ length: mostPages(collection) }, () => fc.constant('page')),
    2,
  ).map(({ length }) => length);

/** Records on a page, of so many pages; the last is not full where it can be, for a full one takes a request more. */
function sizeFor(records: number, pages = PAGES): number {
  const least = Math.ceil(records / pages);
  const sizes = Array.from({ length: records }, (_, index) => least + index);
  return sizes.find((size) => Math.ceil(records / size) === pages && records % size > 0) ?? least;
}

const fillsPages = (filters: readonly Filter[]): boolean => {
  const { length } = inAll(filters);
  return length > 0 && Math.ceil(length / sizeFor(length)) === PAGES;
};

function inPages(world: World, collection: Collection, filters: readonly Filter[], pages: number): Equation {
  const list = toQuery(world, collection, filters);
  return { rules: ['same'], whole: { ...list, per_page: sizeFor(inAll(filters).length, pages) }, parts: [list] };
}

const endsShort = (filters: readonly Filter[]): boolean => inAll(filters).length % sizeFor(inAll(filters).length) > 0;

/** Bounds select what stands together in a list as it is: a beginning of it is the same, cut into pages or not. */
const isScattered = (collection: Collection, filters: readonly Filter[]): boolean =>
  filters.some(({ name }) => ['text', 'union', 'flag'].includes(semanticsOf(collection, name).kind));

/** So many events that start together are on more than one page. */
const TIED = 3;

/** Events that start together stand in any order: one that changes from page to page shows some twice and others never. */
function areTied(world: World, collection: Collection, filters: readonly Filter[]): boolean {
  const keys = inAll(filters);
  const starts = world
    .of(collection)
    .flatMap(({ ref, body }) => (keys.includes(ref.key) ? toText(body.start_date) : []));
  return starts.some((start) => start !== '' && starts.filter((one) => one === start).length >= TIED);
}

/** Filters that hold few others in view and each leave something out: one that is forgotten on a later page shows. */
const fewFilters = (world: World, collection: Collection): Arbitrary<readonly Filter[]> =>
  severalFilters(world, collection, {
    // To leave out one holds all others in view.
    names: filteredBy[collection].filter((name) => name !== 'exclude'),
    fits: () => true,
    count: collection === 'events' ? 3 : 1,
    least: 1,
    preferred: [
      (filters) =>
        areTied(world, collection, filters) &&
        fillsPages(filters) &&
        endsShort(filters) &&
        isScattered(collection, filters),
      (filters) =>
        areNarrowing(filters) && fillsPages(filters) && endsShort(filters) && isScattered(collection, filters),
      (filters) => fillsPages(filters) && isScattered(collection, filters),
      fillsPages,
      (filters) => inAll(filters).length > 1,
    ],
  });

/** What leaves out more of what is found: one of the terms, or venues without an event, which a join may count once an event. */
const besidesSearch = (world: World, collection: Collection): readonly Filter[] =>
  collection === 'venues'
    ? filtersBy(world, 'venues', 'has_events').filter(({ value }) => value === true)
    : drawable(collection, 'exclusion').flatMap((name) => filtersBy(world, collection, name));

/** Some records of the run, for what ends their names, and one thing besides. Undefined where too few are found. */
function searched(world: World, collection: Collection): Arbitrary<readonly Filter[]> | undefined {
  const searches = endingsOfRun(world, collection).map(
    (value): Filter => ({ name: 'search', value, extent: extentOf(world, collection, { search: value }) }),
  );
  const others = besidesSearch(world, collection);
  const besides = searches.flatMap((search) => [[search], ...others.map((other) => [search, other])]);
  // Where no record is of the run, those that were found are all there is in view.
  const lists = markOfRun(world, collection) === undefined ? others.map((other) => [other]) : besides;
  // Whether has_events leaves anything out is no matter: a venue must take one place of a page, not one for each event.
  const areSharp = (filters: readonly Filter[]): boolean =>
    areAllSharp(filters.filter(({ name }) => name !== 'has_events'));
  const found = lists.filter((filters) => areSharp(filters) && inAll(filters).length >= PAGES);
  const most = found.filter(({ length }) => length === Math.max(...found.map((filters) => filters.length)));
  return most.length > 0 ? fc.constantFrom(...most) : undefined;
}

/** What is on small pages is what is on a large one, also where a filter is used: one that is applied to each page is not. */
export const holdsTheSameInSmallPages = (collection: Collection): CalendarRequirement =>
  relates({
    name: 'page-size',
    collection,
    parameters: ['per_page', 'page', ...filteredBy[collection]],
    statement: `A filtered list of ${collection} contains the same records on small pages as on a large one.`,
    // A large page, small ones, and one that shows that there are no more; few names of organizers end alike.
    cost: mostPages(collection) + (collection === 'organizers' ? 3 : collection === 'venues' ? 2 : 1),
    equations: (world) =>
      fc
        .tuple(searched(world, collection) ?? fewFilters(world, collection), pageCount(collection))
        .map(([filters, pages]) => [inPages(world, collection, filters, pages)]),
  });
