import type { Clause } from '../clause.js';
import type { Collection } from '../field.js';
import type { OperationId, OperationKind } from '../operation.js';
import { operations } from '../operations.js';
import { resources } from '../resources.js';

type Singular = (typeof resources)[Collection]['singular'];
type Rule =
  | 'list'
  | 'create'
  | 'read'
  | 'update'
  | 'delete'
  | 'fields.required-on-create'
  | 'fields.optional-on-update';

/** The word with its indefinite article. */
export const withArticle = (word: string): string => `${/^[aeiou]/.test(word) ? 'an' : 'a'} ${word}`;

interface RuleText {
  readonly rule: Rule;
  readonly kind: OperationKind;
  readonly text: (singular: Singular) => string;
}

const rules: readonly RuleText[] = [
  { rule: 'list', kind: 'list', text: (name) => `A GET of the collection lists each ${name}.` },
  {
    rule: 'create',
    kind: 'create',
    text: (name) => `A POST to the collection creates ${withArticle(name)} with the fields sent.`,
  },
  { rule: 'read', kind: 'read', text: (name) => `A GET of an item answers with that ${name}.` },
  {
    rule: 'update',
    kind: 'update',
    text: (name) => `POST, PUT and PATCH on an item give the ${name} the fields sent.`,
  },
  { rule: 'delete', kind: 'delete', text: (name) => `A DELETE of an item deletes that ${name}.` },
  {
    rule: 'fields.required-on-create',
    kind: 'create',
    text: (name) => `No ${name} is created unless every required field is sent.`,
  },
  {
    rule: 'fields.optional-on-update',
    kind: 'update',
    text: (name) => `An update of ${withArticle(name)} needs no field in particular: each may be left out.`,
  },
];

/** The operations of a collection that are of one kind. */
export const operationsOfKind = (collection: Collection, kind: OperationKind): readonly OperationId[] =>
  operations.filter((operation) => operation.collection === collection && operation.kind === kind).map(({ id }) => id);

const generalClauses = Object.values(resources).flatMap(({ collection, singular }) =>
  rules.map(
    ({ rule, kind, text }): Clause<`${Singular}.${Rule}`> => ({
      id: `${singular}.${rule}`,
      profile: 'core',
      text: text(singular),
      source: 'Endpoints',
      operations: operationsOfKind(collection, kind),
    }),
  ),
);

const eventClauses = [
  {
    id: 'event.default.all_day',
    profile: 'core',
    text: 'An event created without all_day does not last all day.',
    source: 'Event',
    operations: ['events.create'],
  },
  {
    id: 'event.password',
    profile: 'core',
    text: 'The event item by id accepts a password, which is that of a protected event.',
    source: 'Authentication',
    operations: ['events.read', 'events.delete', 'events.update.post', 'events.update.put', 'events.update.patch'],
  },
] as const satisfies readonly Clause[];

/** What the interface says of each kind of record, its fields and list parameters aside. */
export const resourceClauses = [...generalClauses, ...eventClauses] as const;
