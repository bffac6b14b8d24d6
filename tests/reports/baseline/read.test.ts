import addFormats from 'ajv-formats';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { expect, test } from 'vitest';
import { readBaseline } from '../../../reports/baseline/baseline-reader.js';
import { baselineSchema } from '../../../reports/baseline/baseline-schema.js';
import { nearest } from '../../../runners/input/nearest.js';
import type { JsonValue } from '../../../wire/json.js';
import { entryFor } from './sample.js';

const vocabulary = { requirements: ['a.x', 'a.y'], readings: { 'list.day': ['on-day', 'window'] }, nearest };

const fileWith = (...entries: readonly object[]): JsonValue =>
  JSON.parse(JSON.stringify({ format: 'calproof.baseline/1', entries }));

const problemOf = (value: JsonValue): string | undefined => {
  const reading = readBaseline(value, vocabulary);
  return 'problem' in reading ? reading.problem : undefined;
};

test('the schema is one that a strict compiler takes', () => {
  const ajv = new Ajv2020({ strict: true });
  addFormats.default(ajv);
  expect(() => ajv.compile(baselineSchema)).not.toThrow();
});

test('a whole baseline is read', () => {
  const whole = entryFor('a.x', {
    reading: { id: 'list.day', alternative: 'window' },
    input: { at: '/body/zip', matches: '^0' },
    seen: { kind: 'value', expected: '"01"', observed: '"1"' },
  });
  const file = fileWith(whole, entryFor('a.y', { input: { at: '', is: null } }));
  expect(readBaseline(file, vocabulary)).toEqual({ baseline: file });
});

test('an empty one is read', () => {
  expect(problemOf(fileWith())).toBeUndefined();
});

const without = (name: string): object => {
  const { [name]: _, ...rest } = { ...entryFor('a.x') } as Record<string, unknown>;
  return rest;
};

const entry = entryFor('a.x');

test.each([
  [[], 'it is not a JSON object'],
  [{ format: 'calproof.baseline/1' }, 'it lacks entries'],
  [{ format: 'calproof.baseline/2', entries: [] }, 'format is "calproof.baseline/2", not calproof.baseline/1'],
  [{ format: 'calproof.baseline/1', entries: {} }, 'entries is not an array'],
  [{ format: 'calproof.baseline/1', entires: [] }, 'it has entires, did you mean entries'],
  [fileWith(entry, { ...without('expires'), requirement: 'a.y' }), 'the entry for a.y lacks expires'],
  [fileWith(without('requirement')), 'entry 1 lacks requirement'],
  [fileWith({ ...without('expires'), expiry: '2027-01-01' }), 'the entry for a.x has expiry, did you mean expires'],
  [fileWith({ ...entry, owner: 7 }), 'owner in the entry for a.x is not a string'],
  [fileWith({ ...entry, expires: '2027-02-30' }), /^expires in the entry for a\.x is "2027-02-30", not a date like/],
  [fileWith({ ...entry, expires: 'soon' }), /is "soon", not a date like/],
  [
    fileWith({ ...entry, input: { at: 'zip', is: 1 } }),
    'input.at in the entry for a.x is "zip", not a JSON Pointer like /body/zip',
  ],
  [fileWith({ ...entry, input: { at: '/zip' } }), 'input in the entry for a.x must have either is or matches'],
  [fileWith({ ...entry, input: { at: '/zip', is: 1, matches: '1' } }), /must have either is or matches/],
  [fileWith({ ...entry, input: { at: '/zip', matches: '(' } }), /is "\(", not a regular expression/],
  [
    fileWith({ ...entry, input: { at: '/zip', match: '1' } }),
    'input in the entry for a.x has match, did you mean matches',
  ],
  [fileWith({ ...entry, reading: { id: 'list.day' } }), 'reading in the entry for a.x lacks alternative'],
  [fileWith(entry, entry), 'it has two entries for a.x'],
  [fileWith(entryFor('a.z')), 'there is no requirement a.z, did you mean a.x'],
  [
    fileWith({ ...entry, reading: { id: 'list.dya', alternative: 'window' } }),
    'there is no reading list.dya, did you mean list.day',
  ],
  [
    fileWith({ ...entry, reading: { id: 'list.day', alternative: 'windows' } }),
    'windows is no alternative of list.day, did you mean window',
  ],
] as const)('%# is refused', (value, problem) => {
  expect(problemOf(value)).toEqual(typeof problem === 'string' ? problem : expect.stringMatching(problem));
});
