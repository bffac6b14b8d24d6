import type { Reading } from '../reading.js';

const clauses = [
  'event.list.search',
  'venue.list.search',
  'organizer.list.search',
  'category.list.search',
  'tag.list.search',
] as const;

/** How a search can be understood. Which further fields it covers is a gap. */
export const searchReadings = [
  {
    id: 'list.search.match',
    clauses,
    question: 'When does a text contain the string?',
    exhaustive: true,
    alternatives: [
      { id: 'substring', text: 'When the whole string occurs in it.', supported: true },
      { id: 'all-words', text: 'When each word of the string occurs in it.', supported: false },
    ],
  },
  {
    id: 'list.search.case',
    clauses,
    question: 'Do upper and lower case differ in a search?',
    exhaustive: true,
    alternatives: [
      { id: 'folded', text: 'No.', supported: true },
      { id: 'exact', text: 'Yes.', supported: true },
    ],
  },
  {
    id: 'list.search.accents',
    clauses,
    question: 'Do letters with and without accents differ in a search?',
    exhaustive: true,
    alternatives: [
      { id: 'exact', text: 'Yes.', supported: true },
      { id: 'folded', text: 'No.', supported: true },
    ],
  },
] as const satisfies readonly Reading[];
