import type { Gap } from '../gap.js';

/** What the interface leaves open about the values of a body. */
export const bodyGaps = [
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
    decision:
      'A website is an http or https URL, an e-mail has an @ and a domain, an author is a positive integer, a cost is a string or a number; else 400. An empty website or email is kept. An image is any text.',
  },
  {
    id: 'gap.body.required-default',
    question: "What is the null default of an organizer's name, which is required?",
    source: 'Organizer',
    decision: 'Without effect: the name is required.',
  },
] as const satisfies readonly Gap[];
