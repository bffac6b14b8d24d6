import type { Reading } from './reading.js';

/** How the date filters of the event list can be understood. */
export const dateReadings = [
  {
    id: 'list.start-date',
    clauses: ['event.list.start_date'],
    question: 'Which events does start_date select?',
    exhaustive: true,
    alternatives: [
      { id: 'on-day', text: 'Those that start on that day.', supported: true },
      { id: 'lower-bound', text: 'Those that start on that day or later.', supported: false },
      { id: 'end-lower-bound', text: 'Those that end on that day or later.', supported: false },
    ],
  },
  {
    id: 'list.end-date',
    clauses: ['event.list.end_date'],
    question: 'Which events does end_date select?',
    exhaustive: true,
    alternatives: [
      { id: 'on-day', text: 'Those that end on that day.', supported: true },
      { id: 'upper-bound', text: 'Those that end on that day or earlier.', supported: false },
      { id: 'start-upper-bound', text: 'Those that start on that day or earlier.', supported: false },
    ],
  },
  {
    id: 'list.start-date.strict',
    clauses: ['event.list.strict_dates', 'event.list.start_date'],
    question: 'Which events does start_date select with strict_dates?',
    exhaustive: true,
    alternatives: [
      { id: 'to-end-of-day', text: 'Those that start from that time to the end of that day.', supported: true },
      { id: 'exact-time', text: 'Those that start at exactly that time.', supported: false },
      { id: 'open-bound', text: 'Those on the open side of that time, the time itself included.', supported: true },
    ],
  },
  {
    id: 'list.end-date.strict',
    clauses: ['event.list.strict_dates', 'event.list.end_date'],
    question: 'Which events does end_date select with strict_dates?',
    exhaustive: true,
    alternatives: [
      { id: 'to-end-of-day', text: 'Those that end from that time to the end of that day.', supported: true },
      { id: 'exact-time', text: 'Those that end at exactly that time.', supported: false },
      { id: 'to-time', text: 'Those that end on that day, at that time or earlier.', supported: false },
      { id: 'open-bound', text: 'Those on the open side of that time, the time itself included.', supported: true },
    ],
  },
  {
    id: 'list.lenient-time',
    clauses: ['event.list.strict_dates'],
    question: 'What does a time of day mean in a date filter without strict_dates?',
    exhaustive: true,
    alternatives: [
      { id: 'ignored', text: 'Nothing: whole days are included.', supported: true },
      { id: 'kept', text: 'The filter begins or ends at that time all the same.', supported: false },
    ],
  },
  {
    id: 'list.compared-time',
    clauses: [
      'event.list.start_date',
      'event.list.end_date',
      'event.list.starts_before',
      'event.list.starts_after',
      'event.list.ends_before',
      'event.list.ends_after',
    ],
    question: 'Which time of an event do the date filters compare?',
    exhaustive: true,
    alternatives: [
      { id: 'wall-clock', text: "The event's own wall clock, whatever its zone.", supported: true },
      { id: 'site-zone', text: "Its instant, shown on a clock in the site's zone.", supported: true },
      { id: 'utc', text: 'Its instant, shown on a clock in UTC.', supported: true },
    ],
  },
  {
    id: 'list.default-window',
    clauses: ['event.list.start_date', 'event.list.end_date', 'event.list'],
    question: 'By which time do the computed defaults of start_date and end_date bound the list?',
    exhaustive: false,
    alternatives: [
      { id: 'by-end', text: 'By the end: what is still running is shown.', supported: true },
      { id: 'by-start', text: 'By the start: what has started is not shown.', supported: true },
      { id: 'none', text: 'There is no window: the list shows all events.', supported: false },
    ],
  },
  {
    id: 'list.default-window.lifted',
    clauses: ['event.list.start_date', 'event.list.end_date'],
    question: 'What lifts the default window?',
    exhaustive: false,
    alternatives: [
      { id: 'any-date', text: 'Any date parameter lifts the whole window.', supported: true },
      { id: 'bound-by-bound', text: 'start_date and end_date each replace their own bound only.', supported: true },
    ],
  },
] as const satisfies readonly Reading[];

const included = { id: 'included', text: 'Events of that day are included.', supported: true } as const;
const excluded = { id: 'excluded', text: 'Events of that day are excluded.', supported: true } as const;
const exclusive = { id: 'exclusive', text: 'An event at exactly that time is excluded.', supported: true } as const;
const inclusive = { id: 'inclusive', text: 'An event at exactly that time is included.' } as const;

/** On which side of a date filter's bound the bound itself lies. */
export const boundReadings = [
  {
    id: 'list.starts-after.lenient',
    clauses: ['event.list.starts_after', 'event.list.strict_dates'],
    question: 'Does starts_after of a day include the events that start on that day?',
    exhaustive: true,
    alternatives: [included, excluded],
  },
  {
    id: 'list.starts-before.lenient',
    clauses: ['event.list.starts_before', 'event.list.strict_dates'],
    question: 'Does starts_before of a day include the events that start on that day?',
    exhaustive: true,
    alternatives: [included, excluded],
  },
  {
    id: 'list.ends-after.lenient',
    clauses: ['event.list.ends_after', 'event.list.strict_dates'],
    question: 'Does ends_after of a day include the events that end on that day?',
    exhaustive: true,
    alternatives: [included, excluded],
  },
  {
    id: 'list.ends-before.lenient',
    clauses: ['event.list.ends_before', 'event.list.strict_dates'],
    question: 'Does ends_before of a day include the events that end on that day?',
    exhaustive: true,
    alternatives: [included, excluded],
  },
  {
    id: 'list.starts-after.strict',
    clauses: ['event.list.starts_after', 'event.list.strict_dates'],
    question: 'Does a strict starts_after include an event that starts at exactly that time?',
    exhaustive: true,
    alternatives: [exclusive, { ...inclusive, supported: true }],
  },
  {
    id: 'list.starts-before.strict',
    clauses: ['event.list.starts_before', 'event.list.strict_dates'],
    question: 'Does a strict starts_before include an event that starts at exactly that time?',
    exhaustive: true,
    alternatives: [exclusive, { ...inclusive, supported: false }],
  },
  {
    id: 'list.ends-after.strict',
    clauses: ['event.list.ends_after', 'event.list.strict_dates'],
    question: 'Does a strict ends_after include an event that ends at exactly that time?',
    exhaustive: true,
    alternatives: [exclusive, { ...inclusive, supported: true }],
  },
  {
    id: 'list.ends-before.strict',
    clauses: ['event.list.ends_before', 'event.list.strict_dates'],
    question: 'Does a strict ends_before include an event that ends at exactly that time?',
    exhaustive: true,
    alternatives: [exclusive, { ...inclusive, supported: false }],
  },
] as const satisfies readonly Reading[];
