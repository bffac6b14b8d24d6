import type { ReadingId } from '../../contract/readings.js';
import { ref } from '../../generators/wire.js';
import type { ProbeDays } from './probe-days.js';
import type { ReadingProbe } from './reading-probe.js';

/** The alternative of a reading that a target follows so far; undefined when none or not known. */
export type Followed = (id: ReadingId) => string | undefined;

/**
 * What can only be asked once other readings are known: which event of a day shows that its time counts, which term is
 * empty, which words of order to try next.
 */
export const followUpProbes = (days: ProbeDays, follows: Followed): readonly ReadingProbe[] => [
  lenientStart(days, follows('list.start-date') === 'end-lower-bound' ? { early: 'e3', later: 'e4' } : undefined),
  ...(follows('list.end-date') === 'start-upper-bound' ? [] : [lenientEnd(days)]),
  ...(follows('terms.counted-events') === 'published' ? [emptyTermOfDraft] : []),
  ...(follows('terms.order-words') === 'ascending-descending' ? orderWords : []),
];

const lenientStart = ({ at, to, wide }: ProbeDays, { early, later } = { early: 'e4', later: 'e5' }): ReadingProbe => ({
  collection: 'events',
  query: { ...wide, start_date: at(2, '10:00:00'), ...to },
  marks: {
    'list.lenient-time': { ignored: { in: [early, later], out: ['e2'] }, kept: { in: [later], out: [early, 'e2'] } },
  },
});

const lenientEnd = ({ at, from, wide }: ProbeDays): ReadingProbe => ({
  collection: 'events',
  query: { ...wide, ...from, end_date: at(3, '10:30:00') },
  marks: { 'list.lenient-time': { ignored: { in: ['e6'], out: ['e9'] }, kept: { out: ['e6', 'e9'] } } },
});

const emptyTermOfDraft: ReadingProbe = {
  collection: 'tags',
  query: { post: ref('events', 'e10'), hide_empty: true },
  marks: { 'terms.post-hide-empty': { both: { out: ['t1', 't5'] }, 'post-wins': { in: ['t5'], out: ['t1'] } } },
};

const orderWords: readonly ReadingProbe[] = [
  { order: 'ascending', keys: ['t3', 't2', 't1'] },
  { order: 'descending', keys: ['t1', 't2', 't3'] },
].map(({ order, keys }) => ({
  collection: 'tags',
  query: { orderby: 'name', order },
  marks: { 'terms.order-words': { 'ascending-descending': { order: keys } } },
}));
