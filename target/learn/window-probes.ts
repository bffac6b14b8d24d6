import type { ProbeDays } from './probe-days.js';
import type { ReadingProbe } from './reading-probe.js';

const seen = ['e2', 'e9'];

/** Whether any date parameter shows what is years ahead. */
export const windowProbe = ({ from, to }: ProbeDays): ReadingProbe => ({
  collection: 'events',
  query: { ...from, ...to },
  marks: { 'list.default-window.lifted': { 'any-date': { in: seen }, 'bound-by-bound': { out: seen } } },
});

/** Asked where it does not: whether start_date and end_date do. */
export const wideProbe = ({ from, to, wide }: ProbeDays): ReadingProbe => ({
  collection: 'events',
  query: { ...wide, ...from, ...to },
  marks: { 'list.default-window.lifted': { 'bound-by-bound': { in: seen } } },
});
