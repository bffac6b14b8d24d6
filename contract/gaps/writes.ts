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
    id: 'gap.body.format',
    question: 'In which formats may a body be sent?',
    source: 'Endpoints',
    decision: 'JSON or form-encoded, in UTF-8; another format is 415.',
  },
  {
    id: 'gap.body.unknown-field',
    question: 'What happens to a field or parameter that the interface does not name?',
    source: 'Resources and their fields',
    decision: 'It is ignored.',
  },
  {
    id: 'gap.body.coercion',
    question: 'Which values of another type are taken for a field?',
    source: 'Resources and their fields',
    decision:
      'Strings that spell the value: digits for an integer; true, false, 1 and 0 for a boolean; a list separated by commas for an array. Anything else of a wrong type is 400.',
  },
  {
    id: 'gap.body.empty',
    question: 'What do null, an empty string and an empty array mean in a body?',
    source: 'Resources and their fields',
    decision:
      'null unsets a field and an empty array unlinks. A required field that is null or blank is 400. An empty string is kept as sent.',
  },
  {
    id: 'gap.body.dates',
    question: 'Which spellings of a date and time does a body take?',
    source: 'Event',
    decision:
      'YYYY-MM-DD HH:MM:SS, also with a T between and without seconds. A bare day means midnight. A day that no calendar has is 400.',
  },
  {
    id: 'gap.body.end-before-start',
    question: 'May an event end before it starts?',
    source: 'Event',
    decision: 'No, 400. It may end when it starts.',
  },
  {
    id: 'gap.body.timezone',
    question: 'Which time zones are known, and which one has an event that names none?',
    source: 'Event',
    decision:
      "IANA names, UTC and fixed offsets such as UTC+2; any other is 400. An event that names none has the site's zone.",
  },
  {
    id: 'gap.body.clock-change',
    question: 'Which instant is a time that the clock change skips or repeats?',
    source: 'Event',
    decision: 'A skipped time is moved forward by the gap; a repeated one is the first of the two.',
  },
  {
    id: 'gap.body.markup',
    question: 'What happens to markup and to blanks around a text?',
    source: 'Resources and their fields',
    decision: 'Texts are kept as sent.',
  },
  {
    id: 'gap.body.values',
    question: 'Are the values of author, image, website, e-mail and cost checked beyond their type?',
    source: 'Resources and their fields',
    decision: 'No. A website that is not a URL is 400.',
  },
  {
    id: 'gap.body.required-default',
    question: "What is the null default of an organizer's name, which is required?",
    source: 'Organizer',
    decision: 'Without effect: the name is required.',
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
    decision: 'Writes are applied one after the other; the last one wins, field by field.',
  },
] as const satisfies readonly Gap[];
