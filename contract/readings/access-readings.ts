import type { Reading } from './reading.js';

const slugFields = ['event.field.slug', 'category.field.slug', 'tag.field.slug'] as const;

/** How ids and slugs can be understood, and the links of the index. */
export const addressReadings = [
  {
    id: 'id.space',
    clauses: ['address.id'],
    question: 'Can two records of different kinds have the same id?',
    exhaustive: true,
    alternatives: [
      { id: 'one', text: 'No, all kinds share one space of ids.', supported: true },
      { id: 'per-kind', text: 'Yes, each kind counts for itself.', supported: true },
    ],
  },
  {
    id: 'slug.taken',
    clauses: slugFields,
    question: 'What happens to a sent slug that another record has?',
    exhaustive: true,
    alternatives: [
      { id: 'suffixed', text: 'It is made unique by a suffix.', supported: true },
      { id: 'refused', text: 'The write is refused.', supported: true },
    ],
  },
  {
    id: 'slug.sent',
    clauses: slugFields,
    question: 'What happens to a sent slug with other characters than small letters, digits and hyphens?',
    exhaustive: false,
    alternatives: [
      { id: 'kept', text: 'It is kept as it is.', supported: true },
      { id: 'cleaned', text: 'It is cleaned.', supported: true },
    ],
  },
  {
    id: 'slug.shown',
    clauses: [...slugFields, 'address.slug'],
    question: 'How is a slug with other characters than ASCII shown?',
    exhaustive: false,
    alternatives: [
      { id: 'raw', text: 'As its characters.', supported: true },
      { id: 'percent-encoded', text: 'Percent-encoded.', supported: true },
    ],
  },
  {
    id: 'slug.body-on-by-slug',
    clauses: ['event.field.slug', 'event.update', 'address.slug'],
    question: 'What does the body field slug do in an update by slug?',
    exhaustive: true,
    alternatives: [
      { id: 'renames', text: 'It gives the event a new slug.', supported: true },
      { id: 'refused', text: 'The update is refused.', supported: true },
    ],
  },
  {
    id: 'up-link.form',
    clauses: ['namespace.up-link'],
    question: 'Where does the index carry the link named up?',
    exhaustive: false,
    alternatives: [
      { id: 'hal-links', text: 'In _links.up.', supported: true },
      { id: 'links', text: 'In links.up.', supported: true },
      { id: 'header', text: 'In a Link header with rel=up.', supported: true },
    ],
  },
  {
    id: 'up-link.slash',
    clauses: ['namespace.up-link'],
    question: 'Does the REST root that up points to end in a slash?',
    exhaustive: true,
    alternatives: [
      { id: 'with', text: 'Yes.', supported: true },
      { id: 'without', text: 'No.', supported: true },
    ],
  },
  {
    id: 'up-link.root',
    clauses: ['namespace.up-link', 'language.segment'],
    question: 'To which root does up point under a language segment?',
    exhaustive: true,
    alternatives: [
      { id: 'same-language', text: 'To the root of that language.', supported: true },
      { id: 'plain', text: 'To the root without a segment.', supported: true },
    ],
  },
] as const satisfies readonly Reading[];

/** How languages and protected events can be understood. */
export const accessReadings = [
  {
    id: 'language.belonging',
    clauses: ['language.parameter'],
    question: 'What does selecting a language select of events, venues and organizers?',
    exhaustive: true,
    alternatives: [
      { id: 'one', text: 'The records of that language: each belongs to one.', supported: true },
      { id: 'fallback', text: 'The translations in that language, else the original.', supported: true },
      { id: 'no-effect', text: 'Nothing: the parameter is accepted and ignored.', supported: false },
    ],
  },
  {
    id: 'language.terms',
    clauses: ['language.parameter'],
    question: 'What does selecting a language select of categories and tags?',
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
    id: 'language.segment-lists',
    clauses: ['language.segment'],
    question: 'What do lists under the path segment of a language select?',
    exhaustive: true,
    alternatives: [
      { id: 'as-parameter', text: 'What ml_language selects.', supported: true },
      { id: 'every-language', text: 'The records of every language; ml_language selects fewer.', supported: true },
      { id: 'own-language', text: 'The records of that language; ml_language selects more.', supported: true },
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
