import { describe, expect, test } from 'vitest';
import { type OperationId, operationOf, operations } from '../../contract/operations.js';
import { type Parameter, parametersOf } from '../../contract/parameters.js';

const find = (id: OperationId, name: string, namespace?: string): Parameter | undefined =>
  parametersOf(operationOf(id), namespace).find((parameter) => parameter.name === name);

const namesOf = (id: OperationId): readonly string[] => parametersOf(operationOf(id)).map(({ name }) => name);

test.each(operations)('$id takes ml_language, once and last', (operation) => {
  const names = parametersOf(operation).map(({ name }) => name);
  expect(names.indexOf('ml_language')).toBe(names.length - 1);
});

test('ml_language is an optional string with four allowed values', () => {
  const expected = { in: 'query', type: 'string', required: false, values: ['nl', 'en', 'fr', 'de'] };
  expect(find('doc.read', 'ml_language')).toMatchObject(expected);
});

test('each placeholder of a path is a required parameter, and nothing else is required', () => {
  for (const operation of operations) {
    const placeholders = [...operation.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
    const required = parametersOf(operation).filter((parameter) => parameter.required);
    expect(required.map((parameter) => parameter.name)).toEqual(placeholders);
    expect(required.every((parameter) => parameter.in === 'path')).toBe(true);
  }
});

describe('password', () => {
  test('is a query parameter where an event is read or deleted by id', () => {
    expect(namesOf('events.read')).toEqual(['id', 'password', 'ml_language']);
    expect(namesOf('events.delete')).toEqual(['id', 'password', 'ml_language']);
    expect(find('events.read', 'password')).toMatchObject({ in: 'query', type: 'string', required: false });
  });

  test('is a query parameter nowhere else', () => {
    const takers = operations.filter((operation) => find(operation.id, 'password'));
    expect(takers.map(({ id }) => id)).toEqual(['events.read', 'events.delete']);
  });
});

test('the index takes namespace, which is its own by default, and context', () => {
  expect(find('index.read', 'namespace')).toMatchObject({ default: 'vendor/events/v1', required: false });
  expect(find('index.read', 'namespace', 'acme/events/v1')).toMatchObject({ default: 'acme/events/v1' });
  expect(find('index.read', 'context')).toMatchObject({ default: 'view', required: false });
});

test('ids are integers and slugs are strings', () => {
  expect(find('tags.read', 'id')).toMatchObject({ in: 'path', type: 'integer' });
  expect(find('venues.by-slug.update.put', 'slug')).toMatchObject({ in: 'path', type: 'string' });
});
