import type { ListQuery } from '../../../generators/wire-value.js';
import type { ProbeDays, ReadingProbe } from './reading-probe.js';
import { type Seasonal, seasonProbes } from './season-probes.js';

/** An event on a bound, one inside and one outside, by their keys. */
type Sides = readonly [on: string, inside: string, outside: string];

export const lenient = ([on, inside, outside]: Sides) => ({
  included: { in: [inside, on], out: [outside] },
  excluded: { in: [inside], out: [outside, on] },
});

export const strict = ([on, inside, outside]: Sides) => ({
  inclusive: { in: [inside, on], out: [outside] },
  exclusive: { in: [inside], out: [outside, on] },
});

/** An event far enough from every bound. */
const onAnyClock = (key: string) => ({
  'wall-clock': { in: [key] },
  'site-zone': { in: [key] },
  utc: { in: [key] },
});

const asking =
  ({ wide }: ProbeDays, strict: ListQuery = {}) =>
  (query: ListQuery, marks: ReadingProbe['marks']): ReadingProbe => ({
    collection: 'events',
    query: { ...wide, ...strict, ...query },
    marks,
  });

/** Whether bounds are inclusive: probes of several events without a zone of their own. */
function boundProbes(days: ProbeDays): readonly ReadingProbe[] {
  const { day, at, from, to } = days;
  const ask = asking(days);
  const askStrictly = asking(days, { strict_dates: true });
  return [
    ask(
      { starts_after: day(2), starts_before: day(4) },
      {
        'list.starts-after.lenient': lenient(['e5', 'e6', 'e2']),
        'list.starts-before.lenient': lenient(['e8', 'e6', 'e11']),
      },
    ),
    ask(
      { ends_after: day(3), ends_before: day(5) },
      {
        'list.ends-after.lenient': lenient(['e6', 'e5', 'e4']),
        'list.ends-before.lenient': lenient(['e9', 'e5', 'e11']),
      },
    ),
    ask(
      { starts_after: day(3), ...to },
      { 'list.starts-after.lenient': lenient(['e6', 'e8', 'e5']), 'list.compared-time': onAnyClock('e9') },
    ),
    ask(
      { ...from, starts_before: day(3) },
      { 'list.starts-before.lenient': lenient(['e6', 'e5', 'e8']), 'list.compared-time': onAnyClock('e2') },
    ),
    ask({ ends_after: day(4), ...to }, { 'list.ends-after.lenient': lenient(['e5', 'e9', 'e6']) }),
    ask({ ...from, ends_before: day(3) }, { 'list.ends-before.lenient': lenient(['e6', 'e4', 'e5']) }),
    askStrictly(
      { starts_after: at(2, '12:00:00'), starts_before: at(4, '12:00:00') },
      {
        'list.starts-after.strict': strict(['e5', 'e6', 'e2']),
        'list.starts-before.strict': strict(['e8', 'e6', 'e11']),
      },
    ),
    askStrictly(
      { ends_after: at(3, '11:00:00'), ends_before: at(5, '10:00:00') },
      {
        'list.ends-after.strict': strict(['e6', 'e5', 'e4']),
        'list.ends-before.strict': strict(['e9', 'e5', 'e11']),
      },
    ),
  ];
}

/** Strict bounds by events of the world's own days: those outside are of the same day, so whole days follow neither. */
function strictProbes(days: ProbeDays): readonly ReadingProbe[] {
  const { at, from, to } = days;
  const askStrictly = asking(days, { strict_dates: true });
  return [
    askStrictly({ starts_after: at(2, '12:00:00'), ...to }, { 'list.starts-after.strict': strict(['e5', 'e6', 'e4']) }),
    askStrictly(
      { ...from, starts_before: at(2, '00:00:00') },
      { 'list.starts-before.strict': strict(['e4', 'e3', 'e5']) },
    ),
    askStrictly({ ends_after: at(2, '23:59:59'), ...to }, { 'list.ends-after.strict': strict(['e4', 'e5', 'e3']) }),
    askStrictly({ ...from, ends_before: at(2, '00:59:59') }, { 'list.ends-before.strict': strict(['e3', 'e2', 'e4']) }),
  ];
}

/** An event without a zone moves only if times are compared in UTC: asked where the zone of the site is not known. */
const utcProbe = ({ at, wide }: ProbeDays): ReadingProbe => ({
  collection: 'events',
  query: { ...wide, strict_dates: true, starts_after: at(3, '09:50:00'), starts_before: at(4, '12:10:00') },
  marks: {
    'list.compared-time': {
      'wall-clock': { in: ['e6', 'e8'], out: ['e5', 'e9'] },
      'site-zone': { in: ['e6', 'e8'], out: ['e5', 'e9'] },
      utc: { out: ['e2', 'e11'] },
    },
  },
});

/**
 * Whether events are compared by their wall clocks. Two events have zones of their own, far apart: converted to any
 * site zone, the first moves earlier or the second later. Zones differ by at least a quarter of an hour, so a smaller shift has another cause.
 */
const clockProbes = ({ day, at, from, to, wide }: ProbeDays): readonly ReadingProbe[] => [
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
        'to-time': { in: ['e8'], out: ['e5', 'e9'] },
        'open-bound': { in: ['e2', 'e5'], out: ['e11'] },
      },
    },
  },
  // A second before the end of one event, and hours after that of another on the same day.
  {
    collection: 'events',
    query: { ...wide, strict_dates: true, starts_after: day(0), end_date: at(5, '09:59:59') },
    marks: {
      'list.end-date.strict': {
        'to-end-of-day': { in: ['e9'], out: ['e5', 'e8', 'e11'] },
        'exact-time': { out: ['e5', 'e8', 'e9', 'e11'] },
        'to-time': { in: ['e8'], out: ['e5', 'e9', 'e11'] },
        // Far from the bound: it may be the start that is compared, or the time in another zone.
        'open-bound': { in: ['e2', 'e5'], out: ['e11'] },
      },
    },
  },
];

/** The probes of the date filters. Window bounds are shown by events that are far from them in every zone. */
export const dateProbes = (days: ProbeDays, seasonal?: Seasonal): readonly ReadingProbe[] => [
  ...boundProbes(days),
  ...(seasonal ? seasonProbes(days, seasonal) : strictProbes(days)),
  ...(seasonal?.zone === undefined ? [utcProbe(days)] : []),
  ...clockProbes(days),
];
