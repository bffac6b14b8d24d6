import { MARK, ref } from '../../generators/wire.js';
import { type Draft, named, POLISHED, polished } from './draft.js';

/**
 * The venues of the world: two share all fields between them, some are used by drafts, past or running events alone. Of
 * venues, categories and tags most are called alike at the end: a search for that, with the mark, leaves out some of
 * ours and shows none of others.
 */
export const venues: readonly Draft[] = [
  named('venues', 'v1', 'Lighthouse Hall', {
    address: '1 Quay Road',
    city: 'Ostend',
    country: 'Belgium',
    province: 'West Flanders',
    state: 'Flanders',
    zip: '01234',
    phone: '555 0100',
    website: 'https://example.org/Lighthouse',
    show_map: 'true',
    show_map_link: 'true',
    date: '2020-05-06 07:08:09',
  }),
  named('venues', 'v2', 'Mill Hall', {
    city: 'Ghent',
    // Apart from state and province, which it may be a view of.
    stateprovince: 'East Flanders',
    show_map: 'false',
    show_map_link: 'false',
    date_utc: '2020-05-06 06:07:08',
  }),
  named('venues', 'v3', 'Orchard Hall'),
  named('venues', 'v4', 'Deserted'),
  named('venues', 'v5', 'Pavilion Hall'),
  named('venues', 'v6', 'Cellar Hall'),
  polished('venues', 'v7', 'Annex', { address: `1 ${POLISHED}` }),
];

/** The organizers of the world. */
export const organizers: readonly Draft[] = [
  named('organizers', 'o1', 'Choir', {
    phone: '555 0101',
    email: 'choir@example.org',
    website: 'https://example.org/Choir',
    date: '2020-05-06 07:08:09',
  }),
  named('organizers', 'o2', 'Guild', { date_utc: '2020-05-06 06:07:08' }),
  named('organizers', 'o3', 'Players'),
  named('organizers', 'o4', 'Absent'),
  polished('organizers', 'o5', 'Newcomers'),
];

/** The categories of the world: a tree of three levels, and others beside it. */
export const categories: readonly Draft[] = [
  named('categories', 'c1', 'Music Night'),
  named('categories', 'c2', 'Opera Night', { parent: ref('categories', 'c1'), slug: `singing-${MARK}` }),
  named('categories', 'c3', 'Lecture Night'),
  polished('categories', 'c4', 'Unused'),
  named('categories', 'c5', 'Operetta Night', { parent: ref('categories', 'c2') }),
];

/** The tags of the world: some on events, one on none, one on a draft alone. */
export const tags: readonly Draft[] = [
  named('tags', 't1', 'Outdoor Fair', { slug: `open-air-${MARK}` }),
  named('tags', 't2', 'Indoor Fair'),
  named('tags', 't3', 'Free Fair'),
  polished('tags', 't4', 'Vacant'),
  named('tags', 't5', 'Unannounced Fair'),
];
