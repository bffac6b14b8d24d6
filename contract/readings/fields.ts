import type { Reading } from '../reading.js';

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
    question: "On whose clock are an event's times?",
    exhaustive: true,
    alternatives: [
      { id: 'event', text: "On that of the event's own time zone.", supported: true },
      { id: 'site', text: "On that of the site's time zone.", supported: true },
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
