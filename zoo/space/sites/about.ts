import type { Collection } from '../../../contract/resources.js';

/** Requirements on several collections at once. */
const families: Readonly<Record<Collection, readonly string[]>> = {
  events: [],
  venues: ['places.'],
  organizers: ['places.'],
  categories: ['terms.'],
  tags: ['terms.'],
};

/** Requirements that are about whatever collection a contradiction is in. */
const everywhere = ['coherence.', 'http.', 'concurrency.', 'identities.'];

/** The requirements that are about a fault in any of some collections, by the beginnings of their ids. */
export const aboutIn = (...among: readonly Collection[]): readonly string[] => [
  ...among.flatMap((collection) => [`${collection}.`, ...families[collection]]),
  ...everywhere,
];
