import { expect, test } from 'vitest';
import { nominated } from './streams.js';

const errors = (status: number, headers: readonly (readonly [string, string])[] = []) =>
  nominated([['GET /tags/7', { status, headers }]])['http.server-error.anywhere'];

test('any error of the server is nominated, whoever asks', () => {
  expect(errors(500)).toHaveLength(1);
  expect(nominated([['GET /tags/7', { status: 502, as: 'reader' }]])['http.server-error.anywhere']).toHaveLength(1);
});

test('a method that is not implemented is no error', () => {
  expect([200, 404, 501, 505].map((status) => errors(status))).toEqual([[], [], [], []]);
});
