import type { Reading } from '../reading.js';

const kept = { id: 'kept', text: 'All fields that are not sent keep their values.', supported: true } as const;
const reset = {
  id: 'reset',
  text: 'All fields that are not sent fall back to their defaults.',
  supported: true,
} as const;

const updates = ['event.update', 'venue.update', 'organizer.update', 'category.update', 'tag.update'] as const;
const deletes = ['event.delete', 'venue.delete', 'organizer.delete', 'category.delete', 'tag.delete'] as const;

/** How creating, updating and deleting can be understood. */
export const writeReadings = [
  {
    id: 'update.put.unsent',
    clauses: updates,
    question: 'What does PUT do to the fields that are not sent?',
    exhaustive: true,
    alternatives: [kept, reset],
  },
  {
    id: 'update.post.unsent',
    clauses: updates,
    question: 'What does POST on an item do to the fields that are not sent?',
    exhaustive: true,
    alternatives: [kept, reset],
  },
  {
    id: 'delete.effect',
    clauses: deletes,
    question: 'What becomes of a deleted record?',
    exhaustive: true,
    alternatives: [
      { id: 'gone', text: 'It is gone for everyone.', supported: true },
      {
        id: 'trashed',
        text: 'It is gone for readers, and trashed but readable to a stronger identity.',
        supported: true,
      },
    ],
  },
  {
    id: 'body.unknown-id',
    clauses: [
      'event.field.categories',
      'event.field.tags',
      'event.field.venue',
      'event.field.organizer',
      'category.field.parent',
      'coherence.relations',
    ],
    question: 'What does an id that no record has do in a body?',
    exhaustive: true,
    alternatives: [
      { id: 'refused', text: 'The write is refused.', supported: true },
      { id: 'dropped', text: 'The id is dropped and the rest is written.', supported: true },
    ],
  },
] as const satisfies readonly Reading[];
