import type { Operation } from '../operations.js';
import { eventPassword, type Parameter, parametersOf, takesPassword } from '../parameters.js';
import type { ParameterType } from '../queries.js';
import { type Collection, type Field, type FieldType, resourceOf } from '../resources.js';

type Json = string | number | boolean | null | readonly Json[] | { readonly [name: string]: Json };

/** A JSON Schema 2020-12 as plain data. */
export interface JsonSchema {
  readonly [keyword: string]: Json;
}

const DIALECT = 'https://json-schema.org/draft/2020-12/schema';
const DATE_TIME = '^\\d{4}-\\d{2}-\\d{2} \\d{2}:\\d{2}:\\d{2}$';

const fieldTypes = {
  string: { type: 'string' },
  integer: { type: 'integer' },
  boolean: { type: 'boolean' },
  integers: { type: 'array', items: { type: 'integer' } },
  url: { type: 'string', format: 'uri' },
  untyped: {},
} as const satisfies Record<FieldType, JsonSchema>;

/** A date may carry a time, because strict_dates speaks of the exact times given to the date filters. */
const parameterTypes = {
  string: { type: 'string' },
  integer: { type: 'integer' },
  boolean: { type: 'boolean' },
  double: { type: 'number', format: 'double' },
  date: { type: 'string', anyOf: [{ format: 'date' }, { pattern: DATE_TIME }] },
  'date-time': { type: 'string', pattern: DATE_TIME },
  integers: { type: 'array', items: { type: 'integer' } },
  untyped: {},
} as const satisfies Record<ParameterType, JsonSchema>;

const nullable = (schema: JsonSchema): JsonSchema =>
  typeof schema['type'] === 'string' ? { ...schema, type: [schema['type'], 'null'] } : schema;

const toFieldSchema = (field: Field): JsonSchema => ({
  ...(field.default === null ? nullable(fieldTypes[field.type]) : fieldTypes[field.type]),
  description: field.meaning,
  ...(field.default !== undefined && { default: field.default }),
});

/** The schema of one parameter's parsed value, with its default and allowed values. */
export const toParameterSchema = ({ type, default: value, values }: Parameter): JsonSchema => ({
  ...parameterTypes[type],
  ...(values && { enum: values }),
  ...(value !== undefined && { default: value }),
});

/** A request body: that of a create or an update. `password` adds the password that event updates by id take. */
export interface RequestBody {
  readonly collection: Collection;
  readonly kind: 'create' | 'update';
  readonly password?: boolean;
}

/** The body that an operation takes; undefined for those without one. */
export const bodyOf = (operation: Operation): RequestBody | undefined => {
  const { kind, collection } = operation;
  if (!collection || (kind !== 'create' && kind !== 'update')) return undefined;
  return takesPassword(operation) && kind === 'update' ? { collection, kind, password: true } : { collection, kind };
};

/**
 * The JSON Schema 2020-12 of a request body: the fields a client may send, and no others (interface: Resources and
 * their fields).
 */
export const toRequestSchema = ({ collection, kind, password = false }: RequestBody): JsonSchema => {
  const fields = Object.entries(resourceOf(collection).fields);
  const required = fields.filter(([, field]) => kind === 'create' && field.required).map(([name]) => name);
  const properties = Object.fromEntries(fields.map(([name, field]) => [name, toFieldSchema(field)]));
  return {
    $schema: DIALECT,
    type: 'object',
    properties: password
      ? { ...properties, password: { type: 'string', description: eventPassword.rule } }
      : properties,
    ...(required.length > 0 && { required }),
    additionalProperties: false,
  };
};

const describedParameter = (parameter: Parameter): [string, JsonSchema] => [
  parameter.name,
  { ...toParameterSchema(parameter), description: parameter.rule },
];

/** The JSON Schema 2020-12 of an operation's query, its values parsed (an array for a CSV list, a number for digits). */
export const toQuerySchema = (operation: Operation): JsonSchema => {
  const parameters = parametersOf(operation).filter((parameter) => parameter.in === 'query');
  return {
    $schema: DIALECT,
    type: 'object',
    properties: Object.fromEntries(parameters.map(describedParameter)),
    ...(operation.id === 'events.list' && {
      dependentRequired: { geoloc_lat: ['geoloc_lng'], geoloc_lng: ['geoloc_lat'] },
    }),
    additionalProperties: false,
  };
};
