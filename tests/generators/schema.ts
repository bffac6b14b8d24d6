import addFormats from 'ajv-formats';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { operations } from '../../contract/operations.js';
import { type Collection, collections } from '../../contract/resources.js';
import { toQuerySchema, toRequestSchema } from '../../contract/schemas/json-schema.js';
import { toBody } from '../../generators/encode.js';
import { isRef, type ListQuery, type Payload, type QueryValue } from '../../generators/wire-value.js';

const ajv = new Ajv2020({ allErrors: true, strict: false });
addFormats.default(ajv);

const compile = (kind: 'create' | 'update') =>
  new Map(collections.map((collection) => [collection, ajv.compile(toRequestSchema({ collection, kind }))]));

const validators = { create: compile('create'), update: compile('update') };

/** The fields that the contract's request schema finds wrong in a body, once bound; each field once. */
export function fieldsWrong(collection: Collection, kind: 'create' | 'update', payload: Payload): readonly string[] {
  const validate = validators[kind].get(collection);
  if (!validate) throw new Error(`no schema for ${collection}`);
  validate(toBody(payload, { id: () => 42, mark: 'cp3k9x2-17' }));
  const fields = (validate.errors ?? []).map(
    ({ instancePath, params }) => instancePath.split('/')[1] ?? String(params['missingProperty']),
  );
  return [...new Set(fields)];
}

const queries = new Map(
  operations.flatMap((operation) =>
    operation.collection && operation.kind === 'list'
      ? [[operation.collection, ajv.compile(toQuerySchema(operation))] as const]
      : [],
  ),
);

const bound = (value: QueryValue): unknown => {
  const toId = (one: unknown): unknown => (isRef(one) ? 42 : one);
  return Array.isArray(value) ? value.map(toId) : toId(value);
};

/** Whether the contract's schema of a list allows a query, once bound. */
export function isValidQuery(collection: Collection, query: ListQuery): boolean {
  const validate = queries.get(collection);
  if (!validate) throw new Error(`no schema for the list of ${collection}`);
  return validate(Object.fromEntries(Object.entries(query).map(([name, value]) => [name, bound(value)])));
}
