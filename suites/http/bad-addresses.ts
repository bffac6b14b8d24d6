import fc from 'fast-check';
import { type CalendarRequirement, requirement } from '../../adapter/subject.js';
import { type Collection, collections } from '../../contract/resources.js';
import { expectHandled } from '../expect/expect-handled.js';

/** One kind of invalid address. */
interface Family {
  readonly name: string;
  readonly statement: string;
  /** Paths below the namespace, with their queries, as they are sent. */
  paths(collection: Collection): readonly string[];
}

const LONG = 'a'.repeat(4_000);

const numbers: Family = {
  name: 'absurd-ids',
  statement: 'A GET with a non-numeric or out-of-range id causes no server error.',
  paths: (collection) =>
    ['0', '-1', '1.5', '1e9', '0x10', 'NaN', '2147483648', '99999999999999999999999', '1,2', ' 1'].map(
      (id) => `/${collection}/${encodeURIComponent(id)}`,
    ),
};

const pages: Family = {
  name: 'huge-pages',
  statement: 'A GET with a huge page or per_page causes no server error.',
  paths: (collection) =>
    ['page=2147483648', 'page=99999999999999999999', 'per_page=2147483648', 'page=9007199254740991&per_page=50'].map(
      (query) => `/${collection}?${query}`,
    ),
};

const encodings: Family = {
  name: 'broken-encoding',
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

const lengths: Family = {
  name: 'long-addresses',
  statement: 'A GET of a URL of thousands of characters causes no server error.',
  paths: (collection) => [
    `/${collection}?search=${LONG}`,
    `/${collection}/${'9'.repeat(4_000)}`,
    `/organizers/by-slug/${LONG}`,
  ],
};

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
    cost: 1,
    runs: 6,
    given: () => fc.constantFrom(...collections).chain((collection) => fc.constantFrom(...family.paths(collection))),
    async check({ calendar }, path) {
      expectHandled(await calendar.send({ method: 'GET', path }), 'the GET');
    },
  });

export const survivesAbsurdIds = survives(numbers);
export const survivesHugePages = survives(pages);
export const survivesBrokenEncoding = survives(encodings);
export const survivesLongAddresses = survives(lengths);
