import { type Collection, eventRelations, resourceOf, textFlags } from '../../contract/resources.js';
import { MARK, type Payload, ref, type WireValue } from '../../generators/wire-value.js';

/** The days of the events: always the same, so that two snapshots show the same times; before 2038, where some clocks end. */
const MONTH = '2037-06';
export const DAY = `${MONTH}-30`;

/** The month of the publication times. */
const PUBLISHED = '2020-05';

/** Whether times of a month, `2037-06`, may be those that the script sends, in any zone: neither of the present. */
export const isWrittenMonth = (month: string): boolean => month <= PUBLISHED || month >= MONTH;

const toSlug = (n: number): string => `written-${n}-${MARK}`;

/** The slugs that the script sends. */
export const writtenSlugs: readonly string[] = Array.from({ length: 9 }, (_, at) => toSlug(at + 1));

const isOdd = (n: number): boolean => n % 2 === 1;

/** Both records, one, or the other, so that links are gained, lost and exchanged. */
const links = [['1', '2'], ['2'], ['1']] as const;
const keysOf = (n: number): readonly string[] => links[(n - 1) % links.length] ?? [];

/** The value of a field in the n-th write, from 1 to 9; what is not here is not sent. */
const values: Readonly<Record<string, (n: number) => WireValue>> = {
  description: (n) => `A description, the one of write ${n}, ${MARK}`,
  slug: toSlug,
  status: () => 'publish',
  date: (n) => `${PUBLISHED}-0${n} 07:08:09`,
  start_date: (n) => `${MONTH}-1${n} 10:00:15`,
  end_date: (n) => `${MONTH}-1${n} 12:30:45`,
  timezone: (n) => (isOdd(n) ? 'Europe/Brussels' : 'America/New_York'),
  excerpt: (n) => `In short ${n}`,
  cost: (n) => `${10 + n}`,
  website: (n) => `https://example.org/written-${n}`,
  phone: (n) => `555 010${n}`,
  email: (n) => `written${n}@example.org`,
  address: (n) => `${n} Quay Road`,
  city: (n) => `City ${n}`,
  country: (n) => (isOdd(n) ? 'Belgium' : 'France'),
  province: (n) => `Province ${n}`,
  state: (n) => `State ${n}`,
  zip: (n) => `0123${n}`,
  // Some services refuse zero, so that it is sent once.
  parent: (n) => (n === 2 ? 0 : ref('categories', '2')),
  show_map: isOdd,
  show_map_link: isOdd,
  hide_from_listings: isOdd,
  sticky: (n) => !isOdd(n),
  featured: isOdd,
};

function valueOf(collection: Collection, field: string, n: number): WireValue | undefined {
  if (field === resourceOf(collection).label) return `Written ${n} ${MARK}`;
  const relations: Readonly<Record<string, Collection>> = eventRelations;
  const linked = collection === 'events' ? relations[field] : undefined;
  if (linked) return keysOf(n).map((key) => ref(linked, key));
  if (textFlags[collection]?.includes(field)) return String(isOdd(n));
  return values[field]?.(n);
}

/** A body with all fields that the script sends, each with another value than in the writes before and after it. */
export function valuesOf(collection: Collection, n: number): Payload {
  const fields = Object.keys(resourceOf(collection).fields);
  return Object.fromEntries(
    fields.flatMap((field) => {
      const value = valueOf(collection, field, n);
      return value === undefined ? [] : [[field, value]];
    }),
  );
}
