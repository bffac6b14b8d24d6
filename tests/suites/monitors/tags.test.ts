import { expect, test } from 'vitest';
import { type Line, nominated } from './streams.js';

const record = (description: string) => ({ id: 7, name: 'Jazz', description });
const read = (description: string, etag?: string): Line => [
  'GET /tags/7',
  { show: record(description), ...(etag !== undefined && { etag }) },
];
const written: Line = ['PATCH /tags/7', { send: { description: 'two' }, show: record('two') }];

const judged = (...lines: readonly Line[]) => nominated(lines)['http.etag.anywhere'];

test('a record that changes under one strong ETag is nominated', () => {
  expect(judged(read('one', '"a"'), written, read('two', '"a"'))).toEqual([
    'expected an ETag other than "a" once description has changed, observed the same ETag',
  ]);
});

const tagged = (etag: string): Line => [written[0], { ...written[1], etag }];

test('an update that is answered with the ETag of before is nominated', () => {
  expect(judged(read('one', '"a"'), tagged('"a"'), read('two', '"b"'))).toEqual([
    'expected an ETag other than "a", which was that of before, observed the same ETag',
  ]);
});

test.each([
  ['with the new one', [read('one', '"a"'), tagged('"b"'), read('two', '"b"')]],
  ['with one of its own', [read('one', '"a"'), tagged('"c"'), read('two', '"b"')]],
  ['and another that changes something', [read('one', '"a"'), tagged('"a"'), written, read('two', '"b"')]],
] as const)('one that is answered %s is not', (_, lines) => {
  expect(judged(...lines)).toEqual([]);
});

test('one that gets another ETag is not, and later reads are compared with the last one', () => {
  expect(judged(read('one', '"a"'), written, read('two', '"b"'), read('two', '"b"'))).toEqual([]);
});

test.each([
  ['a weak ETag', [read('one', 'W/"a"'), written, read('two', 'W/"a"')]],
  ['no ETag', [read('one'), written, read('two')]],
  ['a record that does not change', [read('one', '"a"'), written, read('one', '"a"')]],
  ['a read in a language', [read('one', '"a"'), ['GET /tags/7?ml_language=de', { show: record('eins'), etag: '"a"' }]]],
] as const)('%s shows nothing', (_, lines) => {
  expect(judged(...(lines as readonly Line[]))).toBeUndefined();
});
