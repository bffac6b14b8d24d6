/**
 * Holds the copy in `stated.ts` against the interface itself, which lies beside some checkouts and not beside others.
 * Without it nothing is lost silently: `interface-tables.test.ts` still holds the data against the copy.
 */
import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { type Collection, collections, resourceOf } from '../../contract/resources.js';
import { type Table, tablesOf } from './markdown.js';
import { statedFields, statedHeadings, statedOperations, statedParameters, statedSilences } from './stated.js';

const file = new URL('../../../shared/interface.md', import.meta.url);
const text = existsSync(file) ? readFileSync(file, 'utf8') : undefined;
const tables = tablesOf(text ?? '');

const tableUnder = (heading: string, column: string): Table => {
  const found = tables.find((table) => table.heading === heading && table.columns.includes(column));
  if (!found) throw new Error(`the interface has no table with ${column} under ${heading}`);
  return found;
};

const recordsOf = ({ columns, rows }: Table): readonly ReadonlyMap<string, string>[] =>
  rows.map((row) => new Map(columns.map((column, index) => [column, row[index] ?? ''])));

const noDefaults = ['', 'none', 'computed by the service'];

const toLine = (record: ReadonlyMap<string, string>): string => {
  const value = record.get('Default') ?? '';
  return [
    `${record.get('Field') ?? record.get('Name')}: ${record.get('Type')?.replace(/, format.*/, '')}`,
    ...(record.get('Required on create') === 'yes' ? ['required'] : []),
    ...(noDefaults.includes(value) ? [] : [`default ${value}`]),
    ...(record.get('Rule')?.includes('premium extension') ? ['extension'] : []),
    ...(record.get('Rule') ? ['rule'] : []),
  ].join(', ');
};

const capitalised = (word: string): string => `${word.charAt(0).toUpperCase()}${word.slice(1)}`;

const fieldsHeading = (collection: Collection): string => {
  const { singular } = resourceOf(collection);
  return resourceOf(collection).bySlug ? capitalised(singular) : `Event ${singular}`;
};

/** The parameters of a list that the interface writes in one cell: `page (integer, default 1), parent (integer; rule)`. */
const inlineLines = (cell: string): readonly string[] =>
  [...cell.matchAll(/(\w+) \(([^);]*)(;?)/g)].map(([, name, facts, rule]) => `${name}: ${facts}${rule && ', rule'}`);

const listCell = (collection: Collection): string =>
  tableUnder(capitalised(collection), 'Method').rows.find(([method]) => method === 'GET')?.[2] ?? '';

describe.skipIf(text === undefined)('the copied tables are those of the interface', () => {
  test.each(collections)('fields of %s', (collection) => {
    expect(recordsOf(tableUnder(fieldsHeading(collection), 'Field')).map(toLine)).toEqual(statedFields[collection]);
  });

  test('list parameters of events', () => {
    const lines = recordsOf(tableUnder('Events', 'Name')).map(toLine);
    expect(lines).toEqual([...statedParameters.events, 'ml_language: string, rule']);
  });

  test.each(['venues', 'organizers', 'categories'] as const)('list parameters of %s', (collection) => {
    expect(inlineLines(listCell(collection))).toEqual(statedParameters[collection]);
  });

  test('list parameters of tags', () => {
    expect(listCell('tags')).toBe('the same parameters as categories except parent');
    expect(statedParameters.tags).toHaveLength(statedParameters.categories.length - 1);
  });

  test('operations', () => {
    const rows = tables.filter(({ columns }) => columns[0] === 'Method').flatMap((table) => table.rows);
    const lines = rows.flatMap(([methods = '', path]) => methods.split(', ').map((method) => `${method} ${path}`));
    expect(lines.toSorted()).toEqual(statedOperations.toSorted());
  });

  test('headings', () => {
    const headings = [...(text ?? '').matchAll(/^##+ ([^(\n]*)/gm)].map(([, words = '']) =>
      words.replaceAll('`', '').trim(),
    );
    const table = 'Query parameters of GET /NS/events';
    expect(text).toContain(`\n${table}`);
    expect(statedHeadings.toSorted()).toEqual([...new Set([...headings, table])].toSorted());
  });

  test('every "not shown" is among the copied silences', () => {
    const lines = (text ?? '').split('\n').filter((line) => line.includes('not shown'));
    expect(lines.map((line) => line.replace(/^- /, ''))).toEqual(statedSilences.map(({ sentence }) => sentence));
  });
});
