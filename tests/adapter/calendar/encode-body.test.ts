import { expect, test } from 'vitest';
import { encodeBody } from '../../../adapter/calendar/calendar-writes.js';

const body = { title: 'a & b', venue: [1, 2], all_day: true, website: null };

test('a body is written as JSON', () => {
  const { headers, body: text } = encodeBody(body, { parameter: 'charset=utf-8' });
  expect(headers).toEqual([['content-type', 'application/json']]);
  expect(JSON.parse(text)).toEqual(body);
});

test('a body is written as a form, lists with brackets', () => {
  const { headers, body: text } = encodeBody(body, { form: true });
  expect(headers).toEqual([['content-type', 'application/x-www-form-urlencoded']]);
  expect([...new URLSearchParams(text)]).toEqual([
    ['title', 'a & b'],
    ['venue[]', '1'],
    ['venue[]', '2'],
    ['all_day', 'true'],
    ['website', 'null'],
  ]);
});
