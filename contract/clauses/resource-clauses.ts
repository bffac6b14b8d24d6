import { type OperationId, type OperationKind, operations } from '../operations.js';
import { isParameterOf, type ParameterOf, parametersOfList, type queries } from '../queries.js';
import { type Collection, resourceOf, resources } from '../resources.js';
import type { Clause } from './clause.js';

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

/** The words with a capital. */
export const capitalized = (words: string): string => words.replace(/^./, (first) => first.toUpperCase());

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
const operationsOfKind = (collection: Collection, kind: OperationKind): readonly OperationId[] =>
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

/** The kinds of record with fields of which null is the stated default. */
export const defaulted = ['events', 'venues', 'organizers'] as const;

const defaultClauses = defaulted.map(
  (collection): Clause<`${(typeof resources)[typeof collection]['singular']}.default.null`> => ({
    id: `${resources[collection].singular}.default.null`,
    profile: 'core',
    text: `${capitalized(withArticle(resources[collection].singular))} has nothing in fields that are null by default and were not sent.`,
    source: 'Resources and their fields',
    operations: [`${collection}.create`],
  }),
);

/** What the interface says of each kind of record, its fields and list parameters aside. */
export const resourceClauses = [...generalClauses, ...eventClauses, ...defaultClauses] as const;

type FieldClauseId = {
  [C in Collection]: `${(typeof resources)[C]['singular']}.field.${keyof (typeof resources)[C]['fields'] & string}`;
}[Collection];

/** The clause of a field: what it means and that a client may send it on create and update. */
export const fieldClauseId = (collection: Collection, field: string): FieldClauseId => {
  if (!(field in resourceOf(collection).fields)) throw new Error(`${collection} have no field ${field}`);
  return `${resources[collection].singular}.field.${field}` as FieldClauseId;
};

/** The clause of a field that a target shows; slugs have one in some collections only. */
export const shownFieldId = (collection: Collection, field: string): string =>
  `${resources[collection].singular}.field.${field}`;

/** One clause a field. */
export const fieldClauses = Object.values(resources).flatMap(({ collection, singular, fields }) =>
  Object.entries(fields).map(
    ([name, field]): Clause<FieldClauseId> => ({
      id: fieldClauseId(collection, name),
      profile: 'core',
      text: `The fields of ${withArticle(singular)} include ${name}: ${field.meaning}.`,
      source: 'Resources and their fields',
      operations: [...operationsOfKind(collection, 'create'), ...operationsOfKind(collection, 'update')],
    }),
  ),
);

type ListClauseId = {
  [C in Collection]: `${(typeof resources)[C]['singular']}.list.${keyof (typeof queries)[C] & string}`;
}[Collection];

/** The clause of a list parameter: its rule and its default. */
export const listClauseId = <C extends Collection>(collection: C, parameter: ParameterOf<C>): ListClauseId => {
  const name: string = parameter;
  if (!isParameterOf(collection, name)) throw new Error(`the list of ${collection} takes no ${name}`);
  return `${resources[collection].singular}.list.${parameter}` as ListClauseId;
};

const parameterClauses = Object.values(resources).flatMap(({ collection, singular }) =>
  parametersOfList(collection).map(
    ([name, { rule, impliedBy }]): Clause<ListClauseId> => ({
      id: listClauseId(collection, name),
      profile: 'core',
      text: `The list of ${singular} records takes ${name}: ${rule}${impliedBy === 'name' ? ', as its name says' : ''}.`,
      source: impliedBy && impliedBy !== 'name' ? `Endpoints; ${impliedBy}` : 'Endpoints',
      operations: [`${collection}.list`],
    }),
  ),
);

const includeLiftsDates = {
  id: 'event.list.include.lifts-dates',
  profile: 'core',
  text: 'When include is given, the date filters of the event list are ignored.',
  source: 'Query parameters of GET /NS/events',
  operations: ['events.list'],
} as const satisfies Clause;

/** One clause a list parameter, and what include does to the others. */
export const listClauses = [...parameterClauses, includeLiftsDates] as const;
