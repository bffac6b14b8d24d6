import { describe, expect, test } from 'vitest';
import { namedIn } from '../../../suites/expect/named-fields.js';
import type { Exchange } from '../../../wire/exchange.js';

const fields = ['title', 'status', 'venue', 'start_date'];

const named = (body: unknown): readonly string[] => {
  const response = { status: 400, headers: [], body: new TextEncoder().encode(JSON.stringify(body)) };
  const exchange = { outcome: { kind: 'response', response } } as unknown as Exchange;
  return namedIn(exchange, fields, 'sent');
};

describe('the fields that a refusal names', () => {
  test.each([
    ['by keys', { code: 'invalid', data: { status: 400, params: { title: 'must be a string' } } }, ['title']],
    ['by lists of reasons', { title: ['Not a valid string.'], venue: ['Expected a list.'] }, ['title', 'venue']],
    ['below errors', { message: 'Invalid', errors: { start_date: ['No date.'] } }, ['start_date']],
    ['by locations', { detail: [{ loc: ['body', 'venue', 0], msg: 'not an integer' }] }, ['venue']],
    ['by pointers', { errors: [{ status: '422', source: { pointer: '/data/attributes/title' } }] }, ['title']],
    [
      'by paths',
      { violations: [{ propertyPath: 'venue[0]', message: 'no' }, { path: 'body.title' }] },
      ['title', 'venue'],
    ],
  ])('%s', (_, body, expected) => {
    expect(named(body)).toEqual(expected);
  });

  test.each([
    ['a problem has a title and a status (RFC 9457)', { title: 'Bad request', status: 400, detail: 'title is bad' }],
    ['an error of JSON:API has a title', { errors: [{ title: 'Invalid', status: '422', detail: 'bad', code: 'no' }] }],
    ['fields without reasons are not wrong', { errors: { title: null, venue: [], status: '' } }],
    ['sentences name whatever they name', { message: 'Invalid or missing: title, venue.' }],
    ['what was sent names them all', { received: { title: { sent: 'abc' }, venue: ['abc'] } }],
    ['and so it does in a text', { errors: { title: 'no: {"sent":"abc"}' } }],
  ])('none: %s', (_, body) => {
    expect(named(body)).toEqual([]);
  });
});
