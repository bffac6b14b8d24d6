import fc, { type Arbitrary } from 'fast-check';
import type { ParameterOf } from '../contract/queries.js';
import type { Collection } from '../contract/resources.js';
import type { Surroundings } from './surroundings.js';
import { DAY, shifted } from './wall-time.js';
import type { QueryValue } from './wire-value.js';

/** A date filter shows its faults on an edge: at the very time of an event, a second beside it, a day beside it. */
const offsets = [0, 1, -1, DAY, -DAY];

/** A time at or beside the start or end of some event of the world, `YYYY-MM-DD HH:MM:SS`. */
export const dateTimeFilter = ({ instants, span }: Surroundings): Arbitrary<string> =>
  fc
    .tuple(fc.constantFrom(...(instants.length > 0 ? instants : [span.from, span.to])), fc.constantFrom(...offsets))
    .map(([instant, offset]) => shifted(instant, offset));

/** The same, as a day `YYYY-MM-DD` or with its time. */
export const dateFilter = (surroundings: Surroundings): Arbitrary<string> =>
  fc
    .tuple(dateTimeFilter(surroundings), fc.boolean())
    .map(([instant, withTime]) => (withTime ? instant : instant.slice(0, 10)));

type Maker = (surroundings: Surroundings) => Arbitrary<QueryValue> | undefined;

/** A word of no record. */
export const WORD_OF_NONE = 'qqxzjv';

const oneOf = (values: readonly QueryValue[]): Arbitrary<QueryValue> | undefined =>
  values.length > 0 ? fc.constantFrom(...values) : undefined;

const pieceOf = (word: string): Arbitrary<string> =>
  fc.nat(Math.max(0, word.length - 4)).map((start) => word.slice(start, start + 4));

/** Words of the world, pieces of them, and now and then a word of no record. */
const search =
  (collection: Collection): Maker =>
  (surroundings) => {
    const words = surroundings.words(collection);
    if (words.length === 0) return undefined;
    const whole = fc.constantFrom(...words);
    return fc.oneof(
      { arbitrary: whole, weight: 3 },
      { arbitrary: whole.chain(pieceOf), weight: 3 },
      { arbitrary: fc.constant(WORD_OF_NONE), weight: 1 },
    );
  };

const flag: Maker = () => fc.boolean();
const slug =
  (collection: Collection): Maker =>
  ({ slugs }) =>
    oneOf(slugs(collection));
const status: Maker = ({ accepted }) => oneOf(accepted.status);

/** Hundredths of a degree, so that decimal and binary notation agree. */
const degrees =
  (limit: number): Maker =>
  () =>
    fc.integer({ min: -limit * 100, max: limit * 100 }).map((hundredths) => hundredths / 100);

const one =
  (collection: Collection): Maker =>
  (surroundings) =>
    oneOf(surroundings.refs(collection));

const some =
  (collection: Collection): Maker =>
  (surroundings) => {
    const refs = [...surroundings.refs(collection)];
    return refs.length > 0
      ? fc.shuffledSubarray(refs, { minLength: 1, maxLength: Math.min(3, refs.length) })
      : undefined;
  };

const placeFilters = (own: Collection) => ({
  search: search(own),
  event: one('events'),
  has_events: flag,
  only_with_upcoming: flag,
  status,
});

/** `asc` and `desc` are one reading of ascending and descending. Sorted is only by what a client can see. */
const terms = (own: Collection) => ({
  search: search(own),
  exclude: some(own),
  include: some(own),
  order: () => fc.constantFrom('asc', 'desc'),
  orderby: () => fc.constantFrom('name', 'id', 'slug'),
  hide_empty: flag,
  post: one('events'),
  event: one('events'),
  slug: slug(own),
});

const makers: {
  readonly [C in Collection]: Readonly<Record<Exclude<ParameterOf<C>, 'page' | 'per_page'>, Maker>>;
} = {
  events: {
    start_date: dateTimeFilter,
    end_date: dateTimeFilter,
    starts_before: dateFilter,
    starts_after: dateFilter,
    ends_before: dateFilter,
    ends_after: dateFilter,
    strict_dates: flag,
    search: search('events'),
    categories: some('categories'),
    tags: some('tags'),
    venue: some('venues'),
    organizer: some('organizers'),
    featured: flag,
    status,
    geoloc: flag,
    geoloc_lat: degrees(85),
    geoloc_lng: degrees(179),
    include: some('events'),
    post_parent: one('events'),
    ticketed: flag,
  },
  venues: placeFilters('venues'),
  organizers: placeFilters('organizers'),
  categories: { ...terms('categories'), parent: one('categories') },
  tags: terms('tags'),
};

/** Whether a list parameter has generated values. */
const isGenerated = <C extends Collection>(collection: C, name: string): name is ParameterOf<C> =>
  Object.hasOwn(makers[collection], name);

/** The names of the parameters that have generated values: all of the list operation, paging apart. */
export const generatedParameters = <C extends Collection>(collection: C): readonly ParameterOf<C>[] =>
  Object.keys(makers[collection]).filter((name) => isGenerated(collection, name));

/**
 * Values of one list parameter that hit some records of the world and miss others. Undefined when the world offers
 * none. @throws when there is no such parameter, paging included.
 */
export function parameterValue<C extends Collection>(
  collection: C,
  parameter: ParameterOf<C>,
  surroundings: Surroundings,
): Arbitrary<QueryValue> | undefined {
  const ofList: Readonly<Record<string, Maker>> = makers[collection];
  const maker = ofList[parameter];
  if (!maker) throw new Error(`no values are generated for ${parameter} of ${collection}`);
  return maker(surroundings);
}
