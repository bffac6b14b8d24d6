import type { Reading } from '../reading.js';

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
