import { Validator } from '@seriousme/openapi-schema-validator';
import { describe, expect, test } from 'vitest';
import { operations } from '../../../contract/operations.js';
import { collections } from '../../../contract/resources.js';
import { type OpenApiOperation, type OpenApiParameter, toOpenApi } from '../../../contract/schemas/openapi.js';
import { statedFields, statedOperations, statedParameters } from '../stated.js';

const document = toOpenApi({ namespace: 'vendor/events/v1', serverUrl: 'http://127.0.0.1:8080' });

const entries = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
);

const operationAt = (method: string, path: string): OpenApiOperation => {
  const found = document.paths[`/vendor/events/v1${path}`]?.[method];
  if (!found) throw new Error(`the document has no ${method} ${path}`);
  return found;
};

const parameterAt = (method: string, path: string, name: string): OpenApiParameter | undefined =>
  operationAt(method, path).parameters.find((parameter) => parameter.name === name);

test('is a valid OpenAPI 3.1 document', async () => {
  const result = await new Validator().validate({ ...document });
  expect(result).toEqual({ valid: true });
});

test('is plain data, the same each time', () => {
  expect(JSON.parse(JSON.stringify(document))).toEqual(document);
  expect(toOpenApi({ namespace: 'vendor/events/v1', serverUrl: 'http://127.0.0.1:8080' })).toEqual(document);
});

test('has the 52 operations of the interface, under their ids', () => {
  const lines = entries.map(({ path, method }) => `${method.toUpperCase()} ${path}`);
  const stated = statedOperations.map((line) => line.replace('/NS', '/vendor/events/v1'));
  expect(lines.toSorted()).toEqual(stated.toSorted());
  const ids = entries.map(({ operation }) => operation.operationId);
  expect(ids.toSorted()).toEqual(operations.map(({ id }) => id).toSorted());
});

test('lies under the given namespace and server', () => {
  const other = toOpenApi({ namespace: 'acme/events/v1', serverUrl: 'https://example.org/wp-json' });
  expect(other.servers[0]?.url).toBe('https://example.org/wp-json');
  expect(Object.keys(other.paths).every((path) => path.startsWith('/acme/events/v1'))).toBe(true);
  expect(other.paths['/acme/events/v1']?.['get']?.parameters[0]?.schema['default']).toBe('acme/events/v1');
});

test.each(entries)('$method $path takes ml_language and shows no answer', ({ operation }) => {
  const language = operation.parameters.find(({ name }) => name === 'ml_language');
  expect(language).toMatchObject({ in: 'query', required: false, schema: { type: 'string' } });
  expect(language?.schema['enum']).toEqual(['nl', 'en', 'fr', 'de']);
  expect(Object.keys(operation.responses)).toEqual(['default']);
});

/** The schema of each declared type, written out. */
const typesBySchema = new Map([
  ['{"type":"string"}', 'string'],
  ['{"type":"integer"}', 'integer'],
  ['{"type":"boolean"}', 'boolean'],
  ['{"type":"number","format":"double"}', 'double'],
  ['{"type":"array","items":{"type":"integer"}}', 'array of integer'],
  ['{}', 'untyped'],
  ['{"type":"string","pattern":"^\\\\d{4}-\\\\d{2}-\\\\d{2} \\\\d{2}:\\\\d{2}:\\\\d{2}$"}', 'date-time'],
]);

const typeOf = (schema: OpenApiParameter['schema']): string => {
  const text = JSON.stringify(Object.fromEntries(Object.entries(schema).filter(([keyword]) => keyword !== 'default')));
  return typesBySchema.get(text) ?? (text.includes('"format":"date"') ? 'date' : text);
};

const toLine = ({ name, schema, required, ...parameter }: OpenApiParameter): string =>
  [
    `${name}: ${typeOf(schema)}`,
    ...(required ? ['required'] : []),
    ...('default' in schema ? [`default ${JSON.stringify(schema['default'])}`] : []),
    ...(parameter['x-extension'] === 'geoloc' ? ['extension'] : []),
  ].join(', ');

const schemaNames = {
  events: 'EventCreate',
  venues: 'VenueCreate',
  organizers: 'OrganizerCreate',
  categories: 'CategoryCreate',
  tags: 'TagCreate',
} as const;

describe.each(collections)('%s', (collection) => {
  test('the list has every parameter with its type and default', () => {
    const own = operationAt('get', `/${collection}`).parameters.filter(({ name }) => name !== 'ml_language');
    const expected = statedParameters[collection].map((line) => line.replace(/, rule$/, ''));
    expect(own.map(toLine).toSorted()).toEqual(expected.toSorted());
    expect(own.every((parameter) => parameter.in === 'query')).toBe(true);
  });

  test('a create takes every field as JSON and as a form', () => {
    const body = operationAt('post', `/${collection}`).requestBody;
    expect(body?.required).toBe(true);
    expect(Object.keys(body?.content ?? {})).toEqual(['application/json', 'application/x-www-form-urlencoded']);
    const schema = document.components.schemas[schemaNames[collection]];
    expect(body?.content['application/json']?.schema).toEqual({
      $ref: `#/components/schemas/${schemaNames[collection]}`,
    });
    const names = statedFields[collection].map((line) => line.replace(/:.*/, ''));
    expect(Object.keys(Object(schema?.['properties']))).toEqual(names);
    const required = statedFields[collection].filter((line) => line.includes('required'));
    expect(schema?.['required']).toEqual(required.map((line) => line.replace(/:.*/, '')));
  });
});

test('lists of ids are written with commas', () => {
  expect(parameterAt('get', '/events', 'include')).toMatchObject({ style: 'form', explode: false });
  expect(parameterAt('get', '/events', 'page')).not.toHaveProperty('style');
});

test('premium parameters name their extension', () => {
  const premium = operationAt('get', '/events').parameters.filter((parameter) => parameter['x-extension']);
  expect(premium.map(({ name }) => name)).toEqual(['geoloc', 'geoloc_lat', 'geoloc_lng', 'ticketed']);
});

test('an id is made of digits and a slug has no slash', () => {
  const id = { in: 'path', required: true, schema: { type: 'integer', pattern: '^[0-9]+$' } };
  expect(parameterAt('get', '/tags/{id}', 'id')).toMatchObject(id);
  const slug = { in: 'path', required: true, schema: { type: 'string', pattern: '^[^/]+$' } };
  expect(parameterAt('put', '/venues/by-slug/{slug}', 'slug')).toMatchObject(slug);
});

test('the password of an event is in the query of GET and DELETE and in the body of updates, by id only', () => {
  expect(parameterAt('get', '/events/{id}', 'password')).toMatchObject({ in: 'query', required: false });
  expect(parameterAt('delete', '/events/{id}', 'password')).toMatchObject({ in: 'query', required: false });
  const withPassword = Object.entries(document.components.schemas).filter(([, schema]) =>
    JSON.stringify(schema).includes('"password"'),
  );
  expect(withPassword.map(([name]) => name)).toEqual(['EventUpdateById']);
  expect(JSON.stringify(operationAt('patch', '/events/{id}').requestBody)).toContain('EventUpdateById');
  expect(JSON.stringify(operationAt('patch', '/events/by-slug/{slug}').requestBody)).not.toContain('ById');
});
