import type { Reading } from './reading.js';

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

const bothHold = { id: 'both', text: 'Both hold.', supported: true } as const;

/** How the parameters of the category and tag lists, and the tree of categories, can be understood. */
export const termReadings = [
  {
    id: 'terms.counted-events',
    clauses: ['category.list.hide_empty', 'tag.list.hide_empty'],
    question: 'Which events count for hide_empty, and for a count where one is shown?',
    exhaustive: true,
    alternatives: [
      { id: 'published', text: 'Published ones.', supported: true },
      { id: 'any-status', text: 'Those of any status.', supported: true },
    ],
  },
  {
    id: 'terms.include-hide-empty',
    clauses: ['category.list.include', 'category.list.hide_empty', 'tag.list.include', 'tag.list.hide_empty'],
    question: 'Does hide_empty hide a term named by include?',
    exhaustive: true,
    alternatives: [bothHold, { id: 'include-wins', text: 'What include names is shown.', supported: false }],
  },
  {
    id: 'terms.include-exclude',
    clauses: ['category.list.include', 'category.list.exclude', 'tag.list.include', 'tag.list.exclude'],
    question: 'What do include and exclude select together?',
    exhaustive: true,
    alternatives: [
      bothHold,
      { id: 'include-wins', text: 'exclude is ignored.', supported: false },
      { id: 'exclude-wins', text: 'include is ignored.', supported: false },
    ],
  },
  {
    id: 'terms.post-event',
    clauses: ['category.list.post', 'category.list.event', 'tag.list.post', 'tag.list.event'],
    question: 'What do post and event select together, when they name different events?',
    exhaustive: true,
    alternatives: [
      bothHold,
      { id: 'post-wins', text: 'event is ignored.', supported: true },
      { id: 'event-wins', text: 'post is ignored.', supported: true },
    ],
  },
  {
    id: 'terms.post-hide-empty',
    clauses: ['category.list.post', 'category.list.hide_empty', 'tag.list.post', 'tag.list.hide_empty'],
    question: 'Does hide_empty hide a term of the named event that no counted event has?',
    exhaustive: true,
    alternatives: [bothHold, { id: 'post-wins', text: 'Every term of the named event is shown.', supported: false }],
  },
  {
    id: 'terms.parent',
    clauses: ['category.list.parent'],
    question: 'Which categories does parent select?',
    exhaustive: true,
    alternatives: [
      { id: 'children', text: 'The direct children.', supported: true },
      { id: 'descendants', text: 'All descendants.', supported: false },
    ],
  },
  {
    id: 'terms.order-words',
    clauses: ['category.list.order', 'tag.list.order'],
    question: 'With which words does order ask for ascending and descending?',
    exhaustive: false,
    alternatives: [
      { id: 'asc-desc', text: 'asc and desc.', supported: true },
      { id: 'ascending-descending', text: 'ascending and descending.', supported: true },
    ],
  },
  {
    id: 'category.delete.children',
    clauses: ['category.delete', 'coherence.other-records'],
    question: 'Where do the children of a deleted category go?',
    exhaustive: true,
    alternatives: [
      { id: 'top-level', text: 'To the top level.', supported: true },
      { id: 'grandparent', text: 'To the parent of the deleted one.', supported: true },
    ],
  },
] as const satisfies readonly Reading[];
