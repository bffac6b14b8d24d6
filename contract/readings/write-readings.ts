import type { Reading } from './reading.js';

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

/** How the fields of events and venues can be understood. */
export const fieldReadings = [
  {
    id: 'event.all-day.times',
    clauses: ['event.field.all_day', 'event.field.start_date', 'event.field.end_date'],
    question: 'What does all_day do to the times that were sent?',
    exhaustive: true,
    alternatives: [
      { id: 'kept', text: 'It keeps them.', supported: true },
      { id: 'whole-days', text: 'It widens them to whole days.', supported: true },
    ],
  },
  {
    id: 'event.times.zone',
    clauses: ['event.field.timezone', 'event.field.start_date', 'event.field.end_date'],
    question: "In which time zone are an event's times?",
    exhaustive: true,
    alternatives: [
      { id: 'event', text: "In the event's own time zone.", supported: true },
      { id: 'site', text: "In the site's time zone.", supported: true },
    ],
  },
  {
    id: 'date.future',
    clauses: ['event.field.date', 'venue.field.date', 'organizer.field.date'],
    question: 'Does a publication date in the future change the status?',
    exhaustive: true,
    alternatives: [
      { id: 'no-effect', text: 'No.', supported: true },
      { id: 'changes-status', text: 'Yes, the record waits for that date.', supported: true },
    ],
  },
  {
    id: 'date.against-utc',
    clauses: [
      'event.field.date',
      'event.field.date_utc',
      'venue.field.date',
      'venue.field.date_utc',
      'organizer.field.date',
      'organizer.field.date_utc',
      'coherence.utc',
    ],
    question: 'Which one wins when date and date_utc name different instants?',
    exhaustive: true,
    alternatives: [
      { id: 'date-wins', text: 'date.', supported: true },
      { id: 'utc-wins', text: 'date_utc.', supported: true },
      { id: 'refused', text: 'Neither: the write is refused.', supported: true },
    ],
  },
  {
    id: 'venue.stateprovince',
    clauses: ['venue.field.stateprovince', 'venue.field.state', 'venue.field.province'],
    question: 'Is stateprovince a field of its own or a view of state and province?',
    exhaustive: true,
    alternatives: [
      { id: 'own', text: 'A field of its own: shown as sent, else null.', supported: true },
      { id: 'derived', text: 'Filled from state or province when it is not sent.', supported: true },
    ],
  },
  {
    id: 'venue.show-map',
    clauses: ['venue.field.show_map', 'venue.field.show_map_link'],
    question: 'How are show_map and show_map_link of a venue, declared as strings, shown?',
    exhaustive: false,
    alternatives: [
      { id: 'as-sent', text: 'As the string that was sent.', supported: true },
      { id: 'boolean', text: 'As the boolean it stands for.', supported: true },
    ],
  },
] as const satisfies readonly Reading[];
