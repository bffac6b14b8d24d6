import { expect, test } from 'vitest';
import { type Line, nominated } from './streams.js';

const write = (method: string, status: number, as?: string): Line => [
  `${method} /venues/7`,
  { status, ...(as !== undefined && { as }), ...(method !== 'DELETE' && { send: { description: 'one' } }) },
];

const judged = (...lines: readonly Line[]) => nominated(lines)['identities.records.delete-without-update'];

test('a DELETE that is granted to whom updates are refused is nominated', () => {
  expect(judged(write('PATCH', 403, 'author'), write('DELETE', 204, 'author'))).toEqual([
    'expected a DELETE as author to be refused as a PATCH is (403), observed 204',
  ]);
});

test('one that is granted to whom everything else is refused is more than a role', () => {
  const all = nominated([write('PATCH', 403, 'reader'), write('DELETE', 204, 'reader')]);
  expect(all['identities.records.delete-as-reader']).toEqual([
    'expected a DELETE as reader to be refused as a PATCH is (403), observed 204',
  ]);
  expect(all['identities.records.delete-without-update']).toBeUndefined();
});

test('one that is refused as well is not', () => {
  expect(judged(write('PATCH', 403, 'author'), write('DELETE', 403, 'author'))).toEqual([]);
});

test.each([
  [
    'an update that is granted',
    [write('PATCH', 403, 'author'), write('PUT', 200, 'author'), write('DELETE', 204, 'author')],
  ],
  ['the update of somebody else', [write('PATCH', 403, 'reader'), write('DELETE', 204, 'author')]],
  ['what the default identity does', [write('PATCH', 403), write('DELETE', 204)]],
] as const)('%s shows nothing', (_, lines) => {
  expect(judged(...lines)).toBeUndefined();
});
