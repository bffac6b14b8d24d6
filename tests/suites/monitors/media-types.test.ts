import { expect, test } from 'vitest';
import type { JsonValue } from '../../../wire/json.js';
import { nominated } from './streams.js';

interface Labelled {
  readonly type: string;
  readonly show?: JsonValue;
  readonly status?: number;
}

const labelled = ({ type, show = { id: 7 }, status = 200 }: Labelled) =>
  nominated([['GET /tags/7', { status, show, type }]])['http.media-type.anywhere'];

test.each(['text/html', 'text/plain', ''])('a record that is labelled %s is nominated', (type) => {
  expect(labelled({ type })).toHaveLength(1);
});

test.each(['application/json; charset=utf-8', 'application/hal+json', 'text/json'])('one of %s is not', (type) => {
  expect(labelled({ type })).toEqual([]);
});

test('what is found nowhere says so by its label, and other refusals may be those of a proxy', () => {
  expect(labelled({ type: 'text/html', status: 404 })).toHaveLength(1);
  expect(labelled({ type: 'text/html', status: 403 })).toBeUndefined();
});
