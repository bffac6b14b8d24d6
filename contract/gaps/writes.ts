import type { Gap } from '../gap.js';

/** What the interface leaves open about creating, updating and deleting. */
export const writeGaps = [
  {
    id: 'gap.create.response',
    question: 'What is the answer to a create?',
    source: 'Endpoints',
    decision: '201 with the record and its Location.',
  },
  {
    id: 'gap.update',
    question: 'How do POST, PUT and PATCH on an item differ, and what do they answer?',
    source: 'Endpoints',
    decision: 'Not at all: each changes the fields sent and keeps the others. 200 with the record.',
  },
  {
    id: 'gap.delete',
    question: 'What does DELETE do?',
    source: 'Endpoints',
    decision: 'It removes the record for good: 200 with its last representation, afterwards 404.',
  },
  {
    id: 'gap.delete.unlinks',
    question: 'What happens to the events of a deleted venue, organizer, category or tag?',
    source: 'Relations',
    decision: 'They are unlinked from it and else unchanged. Children of a deleted category become top-level.',
  },
  {
    id: 'gap.namesakes',
    question: 'May two records have the same name?',
    source: 'Resources and their fields',
    decision: 'Yes. Their slugs differ.',
  },
  {
    id: 'gap.slug',
    question: 'Which slug does a record get?',
    source: 'Event',
    decision:
      'The one sent, else one made from its title or name; unique per resource and language by a suffix -2, -3 and so on. The own slug of the record is not taken.',
  },
  {
    id: 'gap.category.cycle',
    question: 'May a category be its own ancestor?',
    source: 'Event category',
    decision: 'No, 400.',
  },
  {
    id: 'gap.concurrency',
    question: 'What happens when two clients change one record at the same time?',
    source: 'Endpoints',
    decision:
      'Writes are applied one after the other; the last one wins, field by field. An If-Match that does not hold is 412.',
  },
] as const satisfies readonly Gap[];
