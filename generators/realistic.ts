import { en, Faker } from '@faker-js/faker';
import type { WorldEvent, WorldFile, WorldRecord, WorldVenue } from '../contract/world-file.js';
import { categoryTree, cities, type EventKind, kinds, tagNames, venueKinds } from './realistic-data.js';
import { DAY, shifted, toWall } from './wall-time.js';

/** The size of a realistic calendar and what its values are drawn by: the same options give the same calendar. */
export interface RealisticOptions {
  readonly seed: number;
  /** How many events. */
  readonly events: number;
  readonly now: Date;
}

const SITE_ZONE = 'Europe/Amsterdam';
const DAYS_AROUND = 730;

const many = <T>(count: number, make: (number: number) => T): readonly T[] =>
  Array.from({ length: count }, (_, index) => make(index + 1));

const toHost = (name: string): string =>
  `${name
    .toLowerCase()
    .replaceAll(/[^a-z]+/g, '-')
    .replace(/-$/, '')}.example`;

function venue(faker: Faker, number: number): WorldVenue {
  const { city, country, lat, lng, zip, phone } = faker.helpers.arrayElement(cities);
  const near = (degrees: number): number =>
    Number((degrees + faker.number.float({ min: -0.05, max: 0.05 })).toFixed(5));
  return {
    key: `venue-${number}`,
    venue: `${faker.person.lastName()} ${faker.helpers.arrayElement(venueKinds)}`,
    description: `${faker.number.int({ min: 40, max: 900 })} seats, step-free entrance.`,
    address: faker.location.streetAddress(),
    city,
    country,
    zip: faker.helpers.replaceSymbols(zip),
    phone: faker.helpers.replaceSymbols(phone),
    show_map: 'true',
    geo_lat: near(lat),
    geo_lng: near(lng),
  };
}

function organizer(faker: Faker, number: number): WorldRecord {
  const name = faker.company.name();
  return {
    key: `organizer-${number}`,
    organizer: name,
    description: faker.company.catchPhrase(),
    website: `https://${toHost(name)}`,
    email: `info@${toHost(name)}`,
  };
}

/** Prices in whole and half units, as people set them. */
const cost = (faker: Faker, { cost: range }: EventKind): string | undefined =>
  range && faker.number.float({ min: range[0], max: range[1], multipleOf: 0.5 }).toFixed(2);

function times(faker: Faker, { hours, minutes }: EventKind, now: Date) {
  const today = Math.floor(now.getTime() / 1000 / DAY);
  const day = today + faker.number.int({ min: -DAYS_AROUND, max: DAYS_AROUND });
  const start = day * DAY + faker.helpers.arrayElement(hours) * 3600;
  const end = start + faker.helpers.arrayElement(minutes) * 60;
  return { start_date: toWall(start), end_date: toWall(end) };
}

/** The last second of a whole day is still that day. */
const wholeDays = ({ start_date, end_date }: ReturnType<typeof times>) => ({
  start_date,
  end_date: shifted(end_date, -1),
  all_day: true,
});

interface EventContext {
  readonly venues: readonly WorldVenue[];
  readonly organizers: readonly WorldRecord[];
  readonly tags: readonly WorldRecord[];
  readonly now: Date;
}

function event(faker: Faker, number: number, { venues, organizers, tags, now }: EventContext): WorldEvent {
  const kind = faker.helpers.arrayElement(kinds);
  const held = faker.helpers.arrayElement(venues);
  const price = cost(faker, kind);
  const when = times(faker, kind, now);
  return {
    key: `event-${number}`,
    title: faker.helpers.fake(faker.helpers.arrayElement(kind.titles)),
    description: faker.helpers.fake(kind.description),
    ...(kind.allDay ? wholeDays(when) : when),
    timezone: cities.find(({ city }) => city === held['city'])?.zone ?? SITE_ZONE,
    status: faker.helpers.maybe(() => 'draft', { probability: 0.05 }) ?? 'publish',
    featured: faker.datatype.boolean(0.05),
    ...(price !== undefined && { cost: price }),
    venue: [held.key],
    organizer: faker.helpers.arrayElements(organizers, { min: 1, max: 2 }).map(({ key }) => key),
    categories: [kind.category],
    tags: faker.helpers.arrayElements(tags, { min: 0, max: 3 }).map(({ key }) => key),
  };
}

const categories: readonly WorldRecord[] = Object.entries(categoryTree).map(([key, fields]) => ({ key, ...fields }));

/**
 * A believable calendar for demonstrations and measurements: the given number of events within two years of now, with
 * the venues, organizers, categories and tags they need. The same options give the same calendar. Loading this file
 * loads all of faker, so import it only where it is used.
 */
export function realisticWorld({ seed, events, now }: RealisticOptions): WorldFile {
  const faker = new Faker({ locale: en, seed });
  const places = Math.min(200, Math.max(3, Math.ceil(events / 20)));
  const stage: EventContext = {
    venues: many(places, (number) => venue(faker, number)),
    organizers: many(places, (number) => organizer(faker, number)),
    tags: tagNames.map((name, index) => ({ key: `tag-${index + 1}`, name })),
    now,
  };
  const { venues, organizers, tags } = stage;
  const made = many(events, (number) => event(faker, number, stage));
  return { zone: SITE_ZONE, venues, organizers, categories, tags, events: made };
}
