import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { clauses } from '../../contract/clauses/clauses.js';
import { fieldClauseId, listClauseId } from '../../contract/clauses/resource-clauses.js';
import { gaps } from '../../contract/gaps.js';
import { type Operation, operations } from '../../contract/operations.js';
import { parametersOf } from '../../contract/parameters.js';
import { languages, type ListParameter, parametersOfList } from '../../contract/queries.js';
import type { Reading } from '../../contract/readings/reading.js';
import { readings } from '../../contract/readings/readings.js';
import { type Collection, collections, resourceOf } from '../../contract/resources.js';
import { bodyOf } from '../../contract/schemas/json-schema.js';
import { tablesOf } from './markdown.js';

const tables = tablesOf(readFileSync(new URL('../../contract/interface.md', import.meta.url), 'utf8'));

const rowsUnder = (column: string, about: string): readonly (readonly string[])[] =>
  tables.filter(({ heading, columns }) => columns[0] === column && heading.endsWith(about)).flatMap(({ rows }) => rows);

/** The rows of all tables with this first column. */
const rowsOf = (column: string): readonly (readonly string[])[] => rowsUnder(column, '');

const idsIn = (column: string): readonly string[] =>
  tables.flatMap(({ columns, rows }) => {
    const index = columns.indexOf(column);
    return index < 0 ? [] : rows.map((row) => row[index] ?? '');
  });

const typeNames: Readonly<Record<string, string>> = { integers: 'array of integer', url: 'untyped (URL)' };
const typeName = (type: string): string => typeNames[type] ?? type;
const cell = (value: string | number | boolean | null | undefined): string =>
  value === undefined ? '' : String(value);

describe('the document and the data name the same', () => {
  test('clauses, each once', () => {
    expect(idsIn('Clause').toSorted()).toEqual(clauses.map(({ id }) => id).toSorted());
  });

  test('gaps, in the same words', () => {
    const expected = gaps.map(({ id, question, decision, source }) => [id, question, decision, source]);
    expect(rowsOf('Gap')).toEqual(expected);
  });

  test('readings, in the same words', () => {
    expect(rowsOf('Reading')).toEqual(readings.map(toReadingRow));
  });

  test('statements, in the same words', () => {
    const texts = new Map<string, readonly string[]>(clauses.map(({ id, text, source }) => [id, [id, text, source]]));
    const rows = rowsOf('Clause');
    expect(rows).toEqual(rows.map(([id = '']) => texts.get(id)));
    expect(rows.length).toBeGreaterThan(0);
  });
});

const toReadingRow = (reading: Reading): readonly string[] => {
  const choices = reading.alternatives.map(({ id, text, supported }) => `${id}${supported ? '' : ' †'} ${text}`);
  const open = reading.exhaustive ? [] : ['_or another_'];
  return [reading.id, reading.question, [...choices, ...open].join('<br>'), reading.clauses.join('<br>')];
};

describe.each(collections)('the document and the data agree on %s', (collection) => {
  test('in the fields', () => {
    const { singular } = resourceOf(collection);
    expect(rowsUnder('Field', ` ${singular}`)).toEqual(fieldRows(collection));
  });

  test('in the list parameters', () => {
    expect(rowsUnder('Parameter', `list of ${collection}`)).toEqual(parameterRows(collection));
  });

  test('in the operations', () => {
    const own = operations.filter((operation) => operation.collection === collection);
    expect(rowsUnder('Operation', ` ${collection}`)).toEqual(own.map(toOperationRow));
  });
});

/** ‡ marks a rule that the interface does not write beside the parameter. */
const ruleCell = ({ rule, impliedBy }: ListParameter): string => (impliedBy ? `${rule} ‡` : rule);

const fieldRows = (collection: Collection): readonly (readonly string[])[] =>
  Object.entries(resourceOf(collection).fields).map(([name, field]) => [
    name,
    typeName(field.type),
    field.required ? 'yes' : 'no',
    cell(field.default),
    field.meaning,
    fieldClauseId(collection, name),
  ]);

const parameterRows = (collection: Collection): readonly (readonly string[])[] =>
  parametersOfList(collection).map(([name, parameter]) => [
    name,
    typeName(parameter.type),
    cell(parameter.default),
    ruleCell(parameter),
    cell(parameter.extension),
    listClauseId(collection, name),
  ]);

const bodyText = (operation: Operation): string => {
  const body = bodyOf(operation);
  if (!body) return '';
  if (body.kind === 'create') return 'fields';
  return body.password ? 'any fields, password' : 'any fields';
};

const parametersText = (operation: Operation): string => {
  const names = parametersOf(operation).map(({ name }) => name);
  return operation.kind === 'list' ? 'those of the list' : names.filter((name) => name !== 'ml_language').join(', ');
};

const toOperationRow = (operation: Operation): readonly string[] => [
  operation.id,
  operation.method,
  `/NS${operation.path}`,
  parametersText(operation),
  bodyText(operation),
];

test('the document lists all 52 operations', () => {
  expect(idsIn('Operation')).toEqual(operations.map(({ id }) => id));
  expect(idsIn('Operation')).toHaveLength(52);
});

test('the document and the data agree on the namespace', () => {
  const own = operations.filter((operation) => !operation.collection);
  expect(rowsUnder('Operation', 'the namespace')).toEqual(own.map(toOperationRow));
  const parameters = own.flatMap((operation) => parametersOf(operation)).filter(({ name }) => name !== 'ml_language');
  const rows = parameters.map((parameter) => {
    const { name, type, default: value } = parameter;
    return [name, type, cell(value), ruleCell(parameter)];
  });
  expect(rowsUnder('Parameter', 'the namespace')).toEqual(rows);
});

test('the document and the data agree on the language parameter', () => {
  expect(rowsUnder('Parameter', 'language parameter')).toEqual([['ml_language', 'string', 'no', languages.join(', ')]]);
});
