import { describe, expect, test } from 'vitest';
import { clauses } from '../../contract/clauses/clauses.js';
import { gaps, isGapId } from '../../contract/gaps.js';
import { operations } from '../../contract/operations.js';
import { languages, type ListParameter, queryOf, segmentLanguages } from '../../contract/queries.js';
import { collections, type Field, resourceOf } from '../../contract/resources.js';
import { statedFields, statedHeadings, statedOperations, statedParameters, statedSilences } from './stated.js';

const typeNames: Readonly<Record<string, string>> = { integers: 'array of integer', url: 'untyped (URL)' };

const toLine = (name: string, entry: Field | ListParameter): string =>
  [
    `${name}: ${typeNames[entry.type] ?? entry.type}`,
    ...('required' in entry ? ['required'] : []),
    ...(entry.default === undefined ? [] : [`default ${entry.default}`]),
    ...('extension' in entry && entry.extension === 'geoloc' ? ['extension'] : []),
    ...('rule' in entry && !entry.impliedBy ? ['rule'] : []),
  ].join(', ');

const toLines = (entries: Readonly<Record<string, Field | ListParameter>>): readonly string[] =>
  Object.entries(entries).map(([name, entry]) => toLine(name, entry));

describe.each(collections)('%s', (collection) => {
  test('have the fields that the interface states', () => {
    expect(toLines(resourceOf(collection).fields)).toEqual(statedFields[collection]);
  });

  test('are listed with the parameters that the interface states', () => {
    expect(toLines(queryOf(collection)).toSorted()).toEqual(statedParameters[collection].toSorted());
  });

  test('are addressed by slug only where the interface states it', () => {
    expect(resourceOf(collection).bySlug).toBe(['events', 'venues', 'organizers'].includes(collection));
  });
});

test('the operations are the 52 of the interface', () => {
  const lines = operations.map(({ method, path }) => `${method} /NS${path}`);
  expect(lines).toHaveLength(52);
  expect(lines.toSorted()).toEqual(statedOperations.toSorted());
});

test('ticketed needs an extension by our decision, not by the words of the interface', () => {
  expect(queryOf('events')['ticketed']?.extension).toBe('tickets');
  expect(isGapId('gap.query.ticketed')).toBe(true);
});

test('every silence that the interface admits is a gap', () => {
  const ids = statedSilences.flatMap((silence) => silence.gaps);
  expect(ids.filter((id) => !isGapId(id))).toEqual([]);
  expect(statedSilences.filter((silence) => silence.gaps.length === 0)).toEqual([]);
});

test('every clause of the core and every gap names headings of the interface', () => {
  const stated = [...clauses.filter(({ profile }) => profile === 'core'), ...gaps];
  const unknown = stated.filter(({ source }) =>
    source.split('; ').some((heading) => !statedHeadings.includes(heading)),
  );
  expect(unknown).toEqual([]);
});

test('no two operations share an id', () => {
  expect(new Set(operations.map(({ id }) => id)).size).toBe(operations.length);
});

test('the languages are those of the interface', () => {
  expect(languages).toEqual(['nl', 'en', 'fr', 'de']);
  expect(segmentLanguages).toEqual(['nl', 'de', 'fr']);
});
