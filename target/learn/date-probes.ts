import { boundProbes } from './bound-probes.js';
import type { ProbeDays } from './probe-days.js';
import type { ReadingProbe } from './reading-probe.js';

/**
 * Whether events are compared by their own clocks. Two events have a zone of their own, one east and one west of it:
 * no site's zone leaves the first at its time or later and the second at its time or earlier, unless clocks are not
 * converted at all. An event without a zone moves only when times are compared in UTC. Zones differ by a quarter of an
 * hour at least: what moves by less is no matter of zones.
 */
const clockProbes = ({ day, at, from, to, wide }: ProbeDays): readonly ReadingProbe[] => [
  {
    collection: 'events',
    query: { ...wide, strict_dates: true, starts_after: at(3, '09:50:00'), starts_before: at(4, '12:10:00') },
    marks: {
      'list.compared-time': {
        'wall-clock': { in: ['e6', 'e8'], out: ['e5', 'e9'] },
        'site-zone': { in: ['e6', 'e8'], out: ['e5', 'e9'] },
        utc: { out: ['e2', 'e11'] },
      },
    },
  },
  {
    collection: 'events',
    query: { ...wide, strict_dates: true, starts_after: at(8, '03:50:00'), ...to },
    marks: {
      'list.compared-time': { 'wall-clock': { in: ['e14'] }, 'site-zone': { out: ['e6'] }, utc: { out: ['e6'] } },
    },
  },
  {
    collection: 'events',
    query: { ...wide, strict_dates: true, starts_after: day(0), starts_before: at(1, '00:10:00') },
    marks: {
      'list.compared-time': { 'wall-clock': { in: ['e1'] }, 'site-zone': { out: ['e6'] }, utc: { out: ['e6'] } },
    },
  },
  {
    collection: 'events',
    query: { ...wide, start_date: at(3, '00:00:00'), ...to },
    marks: {
      'list.start-date': {
        'on-day': { in: ['e6', 'e7'], out: ['e5', 'e8'] },
        'lower-bound': { in: ['e8', 'e9'], out: ['e5'] },
        'end-lower-bound': { in: ['e5', 'e8', 'e9'], out: ['e2'] },
      },
    },
  },
  {
    collection: 'events',
    query: { ...wide, ...from, end_date: at(2, '23:59:59') },
    marks: {
      'list.end-date': {
        'on-day': { in: ['e3', 'e4'], out: ['e2', 'e5'] },
        'upper-bound': { in: ['e2'], out: ['e5', 'e9'] },
        'start-upper-bound': { in: ['e2', 'e5'], out: ['e9'] },
      },
    },
  },
  {
    collection: 'events',
    query: { ...wide, strict_dates: true, start_date: at(2, '00:00:00'), ...to },
    marks: {
      'list.start-date.strict': {
        'to-end-of-day': { in: ['e4', 'e5'], out: ['e2', 'e6'] },
        'exact-time': { in: ['e4'], out: ['e2', 'e5'] },
        'open-bound': { in: ['e6', 'e9'], out: ['e2'] },
      },
    },
  },
  {
    collection: 'events',
    query: { ...wide, strict_dates: true, starts_after: day(0), end_date: at(5, '00:00:00') },
    marks: {
      'list.end-date.strict': {
        'to-end-of-day': { in: ['e8', 'e9'], out: ['e5', 'e11'] },
        'exact-time': { in: ['e8'], out: ['e5', 'e9'] },
        'open-bound': { in: ['e2', 'e5'], out: ['e11'] },
      },
    },
  },
];

/** What teaches the readings of the date filters. Bounds of a window are told by events that are on no clock near them. */
export const dateProbes = (days: ProbeDays): readonly ReadingProbe[] => [...boundProbes(days), ...clockProbes(days)];
