import type { WorldEvent, WorldFile } from '../../contract/world-file.js';

const two = (number: number): string => String(number).padStart(2, '0');

const words = ['Garden', 'Harbour', 'Lantern', 'Meadow', 'Orchard', 'Quarry', 'River', 'Summit', 'Tower', 'Valley'];

const event = (index: number): WorldEvent => ({
  key: `e${index}`,
  slug: `walk-${index}`,
  title: `${words[index % 10] ?? ''} walk ${index} &amp; talk`,
  description: `Bring number ${index} &lt;warm&gt; clothes.`,
  start_date: `20${26 + (index % 3)}-${two(1 + (index % 12))}-${two(1 + (index % 28))} ${two(8 + (index % 12))}:00:00`,
  end_date: `20${26 + (index % 3)}-${two(1 + (index % 12))}-${two(1 + (index % 28))} ${two(9 + (index % 12))}:30:00`,
  cost: String(index),
  excerpt: `See https://old.example/${index}`,
  featured: index % 4 === 0,
  website: `https://walks.example/${index}`,
  venue: [`v${index % 4}`],
  organizer: [`o${index % 3}`],
  categories: [`c${index % 5}`],
  tags: [`t${index % 2}`, `t${2 + (index % 3)}`],
  ...(index % 9 === 0 && { status: 'draft' }),
  ...(index % 7 === 3 && { language: 'nl' as const }),
});

const many = <T>(count: number, make: (index: number) => T): readonly T[] =>
  Array.from({ length: count }, (_, index) => make(index));

/** A calendar of so many walks, in which no two records are called the same. */
export const worldOfWalks = (count: number): WorldFile => ({
  venues: many(4, (index) => ({
    key: `v${index}`,
    venue: `Hall ${index}`,
    city: words[index] ?? '',
    zip: `01${index}`,
  })),
  organizers: many(3, (index) => ({
    key: `o${index}`,
    organizer: `Club ${index}`,
    email: `club${index}@walks.example`,
  })),
  categories: many(5, (index) => ({ key: `c${index}`, name: `Kind ${index}`, ...(index > 2 && { parent: 'c0' }) })),
  tags: many(5, (index) => ({ key: `t${index}`, name: `Label ${index}` })),
  events: many(count, event),
});

/** Seventy of them. */
export const smallWorld: WorldFile = worldOfWalks(70);
