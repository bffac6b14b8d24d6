import { expect, test } from 'vitest';
import { clauseOf, clauses, isClauseId } from '../../../contract/clauses/clauses.js';
import { fieldClauseId, listClauseId } from '../../../contract/clauses/resource-clauses.js';
import { operations } from '../../../contract/operations.js';
import { parametersOfList } from '../../../contract/queries.js';
import { type Collection, collections, resourceOf } from '../../../contract/resources.js';

test('no two clauses share an id', () => {
  expect(new Set(clauses.map(({ id }) => id)).size).toBe(clauses.length);
});

test.each(clauses)('$id is a sentence with a source', ({ id, text, source }) => {
  expect(id).toMatch(/^[a-z]+(\.[a-z_]+(-[a-z_]+)*)+$/);
  expect(text).toMatch(/^[A-Z].*\.$/);
  expect(source).not.toBe('');
});

test('every operation is spoken of by a clause of its own kind', () => {
  const spoken = new Set(
    clauses.filter(({ id }) => id !== 'language.parameter').flatMap((clause) => [...clause.operations]),
  );
  expect(operations.filter(({ id }) => !spoken.has(id))).toEqual([]);
});

test('a clause of the core names the operations it speaks of, each once, and no other clause does', () => {
  for (const { id, profile, operations: own } of clauses) {
    expect(own.length > 0, id).toBe(profile === 'core');
    expect(new Set<string>(own).size, id).toBe(own.length);
  }
});

test.each(collections)('every field and list parameter of %s has its clause', (collection) => {
  const fields = Object.keys(resourceOf(collection).fields).map((name) => fieldClauseId(collection, name));
  const parameters = parametersOfList(collection).map(([name]) => listClauseId(collection, name));
  expect([...fields, ...parameters].filter((id) => !isClauseId(id))).toEqual([]);
});

test('names are distinguished from other text', () => {
  expect(clauseOf('event.password').operations).toContain('events.read');
  expect(isClauseId('event.secret')).toBe(false);
  expect(() => fieldClauseId('tags', 'parent')).toThrow('tags have no field parent');
  expect(() => listClauseId<Collection>('tags', 'parent')).toThrow('the list of tags takes no parent');
});
