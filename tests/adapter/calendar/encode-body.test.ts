import { expect, test } from 'vitest';
import { encodeBody } from '../../../adapter/calendar/calendar-writes.js';

const body = { title: 'a & b', venue: [1, 2], all_day: true, website: null };

test.each([
  [undefined, 'application/json'],
  ['charset=utf-8', 'application/json; charset=utf-8'],
])('a body is written as JSON, with the parameter %s', (parameter, type) => {
  const { headers, body: text } = encodeBody(body, parameter === undefined ? {} : { parameter });
  expect(headers).toEqual([['content-type', type]]);
  expect(JSON.parse(text)).toEqual(body);
});

test('a body that is cut off is no JSON', () => {
  const { body: text } = encodeBody(body, { cutOff: true });
  expect(() => JSON.parse(text) as unknown).toThrow(SyntaxError);
  expect(JSON.parse(`${text}}`)).toEqual(body);
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
