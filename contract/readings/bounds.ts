import type { Reading } from '../reading.js';

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
