import type { Reading } from '../reading.js';

/** How languages and protected events can be understood. */
export const accessReadings = [
  {
    id: 'language.belonging',
    clauses: ['language.parameter'],
    question: 'What does selecting a language select?',
    exhaustive: true,
    alternatives: [
      { id: 'one', text: 'The records of that language: each belongs to one.', supported: true },
      { id: 'fallback', text: 'The translations in that language, else the original.', supported: true },
      { id: 'no-effect', text: 'Nothing: the parameter is accepted and ignored.', supported: false },
    ],
  },
  {
    id: 'language.conflict',
    clauses: ['language.parameter', 'language.segment'],
    question: 'Which one wins when ml_language and the path segment name different languages?',
    exhaustive: true,
    alternatives: [
      { id: 'parameter-wins', text: 'ml_language.', supported: true },
      { id: 'segment-wins', text: 'The path segment.', supported: true },
    ],
  },
  {
    id: 'language.segment-place',
    clauses: ['language.segment'],
    question: 'Where in the address does the language segment go?',
    exhaustive: false,
    alternatives: [
      {
        id: 'before-root',
        text: "Before the last segment of the REST root's path: /site/nl/wp-json.",
        supported: true,
      },
      { id: 'after-origin', text: 'Directly after the origin: /nl/site/wp-json.', supported: true },
    ],
  },
  {
    id: 'password.read',
    clauses: ['event.password', 'coherence.denied-everywhere'],
    question: 'How is a protected event read without its password?',
    exhaustive: true,
    alternatives: [
      { id: 'refused', text: 'The read is refused.', supported: true },
      { id: 'redacted', text: 'The event is shown without its protected content.', supported: true },
    ],
  },
  {
    id: 'password.write',
    clauses: ['event.password', 'coherence.denied-everywhere'],
    question: 'Does it take the password to change or delete a protected event?',
    exhaustive: true,
    alternatives: [
      { id: 'needed', text: 'Yes.', supported: true },
      { id: 'not-needed', text: 'No, the permission to write is enough.', supported: true },
    ],
  },
  {
    id: 'password.body',
    clauses: ['event.password'],
    question: 'What does password in the body do to an event that is not protected?',
    exhaustive: true,
    alternatives: [
      { id: 'ignored', text: 'Nothing.', supported: true },
      { id: 'sets', text: 'It protects the event with that password.', supported: true },
      { id: 'refused', text: 'The update is refused.', supported: true },
    ],
  },
] as const satisfies readonly Reading[];
