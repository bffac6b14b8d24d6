import { operations } from '../operations.js';
import { collections } from '../resources.js';
import type { Clause } from './clause.js';

const all = operations.map(({ id }) => id);
const byId = operations.filter(({ addressing }) => addressing === 'id').map(({ id }) => id);
const bySlug = operations.filter(({ addressing }) => addressing === 'slug').map(({ id }) => id);
const lists = collections.map((collection) => `${collection}.list` as const);

/** What the interface says of the service as a whole: namespace, index, documentation, languages, addresses. */
export const serviceClauses = [
  {
    id: 'namespace.root',
    profile: 'core',
    text: 'Every operation lives under one namespace, a vendor segment followed by events/v1; a GET of it answers with an index.',
    source: 'What the service does; Versioning',
    operations: ['index.read'],
  },
  {
    id: 'namespace.up-link',
    profile: 'core',
    text: 'The index of the namespace carries a link named up that points to the REST root.',
    source: 'What the service does',
    operations: ['index.read'],
  },
  {
    id: 'index.parameter.namespace',
    profile: 'core',
    text: 'The index accepts a namespace parameter; left out, it is the namespace itself.',
    source: 'Index and documentation',
    operations: ['index.read'],
  },
  {
    id: 'index.parameter.context',
    profile: 'core',
    text: 'The index accepts a context parameter; left out, it is view.',
    source: 'Index and documentation',
    operations: ['index.read'],
  },
  {
    id: 'doc.read',
    profile: 'core',
    text: 'A GET of the path doc under the namespace answers with the documentation of the interface.',
    source: 'Index and documentation',
    operations: ['doc.read'],
  },
  {
    id: 'language.parameter',
    profile: 'core',
    text: 'Every operation accepts an optional ml_language parameter, one of nl, en, fr and de, that selects a language.',
    source: 'Common parameter ml_language',
    operations: all,
  },
  {
    id: 'language.segment',
    profile: 'core',
    text: 'The site may be served under a path segment per language before the REST root; nl, de and fr are observed.',
    source: 'What the service does',
    operations: ['index.read', ...lists],
  },
  {
    id: 'address.id',
    profile: 'core',
    text: 'Every record is addressed by its numeric id, a string of digits.',
    source: 'What the service does; Endpoints',
    operations: byId,
  },
  {
    id: 'address.slug',
    profile: 'core',
    text: 'Events, venues and organizers are also addressed by their slug, a string without a slash.',
    source: 'What the service does; Endpoints',
    operations: bySlug,
  },
] as const satisfies readonly Clause[];
