import { DEFAULT_NAMESPACE, type Operation } from './operations.js';
import { languages, type ListParameter, queryOf } from './queries.js';

/** One parameter of an operation outside its body. `values` lists the allowed ones where the interface does. */
export interface Parameter extends ListParameter {
  readonly name: string;
  readonly in: 'path' | 'query';
  readonly required: boolean;
  readonly values?: readonly string[];
}

/** The parameter that every operation accepts (interface: Common parameter `ml_language`). */
const mlLanguage = {
  name: 'ml_language',
  in: 'query',
  type: 'string',
  required: false,
  values: languages,
  rule: 'Selects a language',
} as const satisfies Parameter;

/** The password of a protected event; on updates it travels in the body (interface: Authentication). */
export const eventPassword = {
  name: 'password',
  in: 'query',
  type: 'string',
  required: false,
  rule: 'Password of a protected event',
} as const satisfies Parameter;

/** Whether the operation takes the password of a protected event: every item operation on events by id does. */
export const takesPassword = ({ collection, addressing }: Operation): boolean =>
  collection === 'events' && addressing === 'id';

const item = {
  id: { name: 'id', in: 'path', type: 'integer', required: true, rule: 'ID of the record, digits only' },
  slug: { name: 'slug', in: 'path', type: 'string', required: true, rule: 'Slug of the record, without a slash' },
} as const satisfies Record<string, Parameter>;

const optional = (name: string, parameter: ListParameter): Parameter => ({
  name,
  in: 'query',
  required: false,
  ...parameter,
});

const ownParameters = (operation: Operation, namespace: string): readonly Parameter[] => {
  const { kind, collection, addressing } = operation;
  if (kind === 'index') {
    return [
      optional('namespace', { type: 'string', default: namespace, rule: 'Namespace to describe', impliedBy: 'name' }),
      optional('context', { type: 'string', default: 'view', rule: 'Context of the description', impliedBy: 'name' }),
    ];
  }
  if (kind === 'list' && collection) {
    return Object.entries(queryOf(collection)).map(([name, parameter]) => optional(name, parameter));
  }
  const path = addressing ? [item[addressing]] : [];
  return takesPassword(operation) && kind !== 'update' ? [...path, eventPassword] : path;
};

/** Every path and query parameter of an operation, `ml_language` last (interface: Endpoints). */
export const parametersOf = (operation: Operation, namespace: string = DEFAULT_NAMESPACE): readonly Parameter[] => [
  ...ownParameters(operation, namespace),
  mlLanguage,
];
