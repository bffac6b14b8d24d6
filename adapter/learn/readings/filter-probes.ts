import { type ListQuery, ref } from '../../../generators/wire-value.js';
import type { ProbeDays, ReadingProbe } from './reading-probe.js';

const event = (key: string) => ref('events', key);
const foundOnly = { in: ['e2'], out: ['e1'] };

/** The probes of the other event filters. `tagSlug` is the slug of `t1`, if known. */
export function filterProbes({ from, to, wide }: ProbeDays, tagSlug: string | undefined): readonly ReadingProbe[] {
  const ask = (query: ListQuery, marks: ReadingProbe['marks']): ReadingProbe => ({
    collection: 'events',
    query: { ...wide, ...from, ...to, ...query },
    marks,
  });
  return [
    ask(
      {},
      {
        'list.status.default': { published: { in: ['e9'], out: ['e10'] }, visible: { in: ['e9', 'e10'] } },
        'list.hide-from-listings': { 'no-effect': { in: ['e11', 'e12'] }, absent: { in: ['e11'], out: ['e12'] } },
      },
    ),
    ask(
      { categories: [ref('categories', 'c1')] },
      {
        'list.category-filter': {
          exact: { in: ['e1', 'e5', 'e7'], out: ['e2', 'e3'] },
          'with-children': { in: ['e1', 'e3', 'e5'], out: ['e2'] },
        },
      },
    ),
    ask(
      { include: [event('e1'), event('e2')], featured: true },
      {
        'list.include.other-filters': {
          both: { in: ['e1'], out: ['e2', 'e3'] },
          'include-wins': { in: ['e1', 'e2'], out: ['e3'] },
        },
      },
    ),
    ask(
      { include: [event('e2'), event('e3')], venue: [ref('venues', 'v2')] },
      {
        'list.include.other-filters': {
          both: { in: ['e2'], out: ['e1', 'e3'] },
          'include-wins': { in: ['e2', 'e3'], out: ['e1'] },
        },
      },
    ),
    ask(
      { search: 'Regatta' },
      {
        'list.search.case': { folded: foundOnly, exact: foundOnly },
        'list.search.match': { substring: foundOnly, 'all-words': foundOnly },
      },
    ),
    ask({ search: 'regatta' }, { 'list.search.case': { folded: foundOnly, exact: { out: ['e1', 'e2'] } } }),
    ask(
      { search: 'Regatta About' },
      { 'list.search.match': { substring: { out: ['e1', 'e2'] }, 'all-words': foundOnly } },
    ),
    ...(tagSlug === undefined ? [] : [slugProbe(ask, tagSlug)]),
  ];
}

const slugProbe = (
  ask: (query: ListQuery, marks: ReadingProbe['marks']) => ReadingProbe,
  slug: string,
): ReadingProbe => ({
  ...ask(
    { tags: [slug] },
    {
      'list.terms-by-slug': {
        'ids-and-slugs': { in: ['e1', 'e6'], out: ['e2'] },
        'ids-only': { out: ['e1', 'e2', 'e6'] },
      },
    },
  ),
  refused: { 'list.terms-by-slug': 'ids-only' },
});

/** A latitude without a longitude, only for targets with the extension. */
export const loneCoordinate = ({ from, to, wide }: ProbeDays): ReadingProbe => ({
  collection: 'events',
  query: { ...wide, ...from, ...to, geoloc_lat: 52.37 },
  marks: { 'list.geoloc.alone': { ignored: { in: ['e2', 'e9'] } } },
  refused: { 'list.geoloc.alone': 'refused' },
});

/** The probes of venues and organizers. `v7` has no event, `v6` only a draft, `v4` only a past one. */
export const venueProbes: readonly ReadingProbe[] = [
  {
    collection: 'venues',
    query: { has_events: false },
    marks: {
      'list.has-events.false': {
        'no-filter': { in: ['v1', 'v2', 'v7'] },
        'without-events': { in: ['v7'], out: ['v1', 'v2'] },
      },
    },
  },
  {
    collection: 'venues',
    query: { has_events: true },
    marks: {
      'list.has-events.counted': {
        published: { in: ['v1', 'v2'], out: ['v6', 'v7'] },
        'any-status': { in: ['v1', 'v2', 'v6'], out: ['v7'] },
      },
    },
  },
  {
    collection: 'venues',
    query: { only_with_upcoming: true },
    marks: {
      'list.upcoming': {
        'not-ended': { in: ['v1', 'v5'], out: ['v4', 'v7'] },
        'not-started': { in: ['v1'], out: ['v4', 'v5', 'v7'] },
      },
    },
  },
];
