import fc from 'fast-check';
import { type CalendarRequirement, requirement } from '../../adapter/subject.js';
import { queryOf } from '../../contract/queries.js';
import { type Collection, collections } from '../../contract/resources.js';
import { droppableButOne } from '../arbitraries/subsets.js';
import { expectHandled } from '../expect/expect-handled.js';

/** One kind of invalid address. */
interface Family {
  readonly name: string;
  readonly statement: string;
  /** In how many collections at once. */
  readonly most: number;
  /** Whether these take the same path, and not each another one. */
  readonly isAlike?: true;
  /** Paths below the namespace, with their queries, as they are sent. */
  paths(collection: Collection): readonly string[];
}

const LONG = 'a'.repeat(4_000);

/** Longer than any column that is searched, and not so long that the address alone is refused. */
const WORDY = 'long '.repeat(100).trim();

/** More than some languages make a number of. */
const DIGITS = '9'.repeat(4_400);

/** The first that does not fit into so many bits. */
const [PAST_31, PAST_53, PAST_64] = ['2147483648', '9007199254740993', '18446744073709551616'];

const numbers: Family = {
  name: 'absurd-ids',
  most: collections.length,
  isAlike: true,
  statement: 'A GET with a non-numeric or out-of-range id causes no server error.',
  paths: (collection) =>
    [PAST_64, '0', PAST_31, '-1', PAST_53, '1.5', '1e9', '0x10', 'NaN', '1,2', ' 1'].map(
      (id) => `/${collection}/${encodeURIComponent(id)}`,
    ),
};

/** The parameters that take ids. Values that are taken alone are taken together. */
const idsOf = (collection: Collection): readonly string[] =>
  Object.entries(queryOf(collection)).flatMap(([name, { type }]) =>
    (type === 'integer' || type === 'integers') && name !== 'page' && name !== 'per_page' ? [name] : [],
  );

const pages: Family = {
  name: 'huge-pages',
  most: collections.length,
  isAlike: true,
  statement: 'A GET with a huge page, per_page or id in its query causes no server error.',
  paths: (collection) => {
    const everywhere = (id: string) => idsOf(collection).map((name) => `${name}=${id}`);
    return [
      [...everywhere(PAST_64), `page=${PAST_31}`],
      [...everywhere(PAST_31), `page=${PAST_64}`],
      [...everywhere(PAST_53), 'page=1'],
      [...everywhere(PAST_64), `per_page=${PAST_64}`],
      [...everywhere(PAST_64.repeat(20)), `page=${PAST_53}&per_page=50`],
      [`per_page=${PAST_31}`],
    ].map((query) => `/${collection}?${query.join('&')}`);
  },
};

const encodings: Family = {
  name: 'broken-encoding',
  most: 1,
  statement: 'A GET with broken percent-encoding causes no server error.',
  paths: (collection) => [
    `/${collection}/%zz`,
    `/${collection}?search=%zz`,
    `/${collection}?search=%ff%fe`,
    `/${collection}?%zz=1`,
    `/${collection}?search=%00`,
    '/events/by-slug/%c3%28',
    '/venues/by-slug/%',
  ],
};

/** One path more than there are collections, so that each path meets another collection the next time. */
const lengths: Family = {
  name: 'long-addresses',
  most: 2,
  statement: 'A GET of a URL of thousands of characters causes no server error, nor does a search of hundreds.',
  paths: (collection) => [
    `/${collection}?search=${encodeURIComponent(WORDY)}`,
    `/${collection}/${DIGITS}`,
    `/${collection}?search=${LONG}`,
    '/venues/by-slug/a'.concat('-b'.repeat(150)),
    `/organizers/by-slug/${LONG}`,
    `/${collection}?${LONG}=1`,
  ],
};

/** Of each collection the same path, or another one; in the next turn the paths and the collections that follow. */
const pathsOf = ({ most, isAlike, paths }: Family, turn: number): readonly string[] =>
  Array.from({ length: most }, (_, nth) => {
    const at = turn * most + nth;
    const all = paths(collections[at % collections.length] ?? 'events');
    return all[(isAlike ? turn : at) % all.length] ?? '';
  });

/** A GET of such an address is accepted or refused, and the server stands (RFC 9110 section 15.6). */
const survives = (family: Family): CalendarRequirement =>
  requirement({
    id: `http.bad-input.${family.name}`,
    level: 'MUST',
    clause: 'http.server-error',
    operations: collections.flatMap((collection) => [`${collection}.list`, `${collection}.read`] as const),
    profile: 'http',
    needs: ['events.list', 'events.read'],
    effects: 'reads',
    statement: family.statement,
    cost: family.most,
    runs: 6,
    given: (_, { turn }) => droppableButOne(pathsOf(family, turn).map((path) => fc.constant(path))),
    async check({ calendar }, paths) {
      for (const path of paths) expectHandled(await calendar.send({ method: 'GET', path }), 'the GET');
    },
  });

export const survivesAbsurdIds = survives(numbers);
export const survivesHugePages = survives(pages);
export const survivesBrokenEncoding = survives(encodings);
export const survivesLongAddresses = survives(lengths);
