import type { Collection } from '../../contract/resources.js';
import type { Surroundings } from '../../generators/surroundings.js';
import { richTextsFor } from '../../generators/rich-texts.js';
import { ref } from '../../generators/wire-value.js';

const keys: Readonly<Record<Collection, readonly string[]>> = {
  events: ['e1', 'e2', 'e3', 'e4'],
  venues: ['v1', 'v2', 'v3', 'v4'],
  organizers: ['o1', 'o2'],
  categories: ['c1', 'c2', 'c3'],
  tags: ['t1', 't2', 't3'],
};

/** A world with something of everything. */
export const aWorld: Surroundings = {
  seed: 1,
  refs: (collection) => keys[collection].map((key) => ref(collection, key)),
  mostOf: () => Number.POSITIVE_INFINITY,
  keptTexts: richTextsFor,
  accepted: { author: [1, 7], image: ['https://example.org/a.png', '12'], status: ['publish', 'draft'] },
  span: { from: '2030-03-01 08:00:00', to: '2036-11-30 20:00:00' },
  instants: ['2031-01-01 00:00:00', '2031-01-01 23:59:59', '2032-02-29 12:30:00'],
  words: () => ['harbor', 'lantern', 'sum'],
  slugs: () => ['harbor-one', 'lantern-two'],
};

/** A world that offers nothing to draw from but time. */
export const anEmptyWorld: Surroundings = {
  ...aWorld,
  refs: () => [],
  keptTexts: () => [],
  mostOf: () => Number.POSITIVE_INFINITY,
  accepted: { author: [], image: [], status: [] },
  instants: [],
  words: () => [],
  slugs: () => [],
};
