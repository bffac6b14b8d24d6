import { expect, test } from 'vitest';
import { createCanaries } from '../../../adapter/ownership/canaries.js';
import type { Exchange, HeaderPairs } from '../../../wire/exchange.js';

const exchange = (more: Partial<Exchange>, body = '{}', headers: HeaderPairs = []): Exchange => ({
  number: 1,
  phase: 'check',
  request: { method: 'GET', target: '/events', headers: [] },
  outcome: { kind: 'response', response: { status: 403, headers, body: Buffer.from(body) } },
  ms: 1,
  ...more,
});

const canaries = createCanaries();
canaries.hide('cpabc-7', 'reader');

test('a hidden text is found in any response to its identity, even a refusal', () => {
  const leaking = exchange({ identity: 'reader' }, '{"message":"You may not see About cpabc-7"}');
  expect(() => canaries.expectKept(leaking)).toThrow(/nothing of a record that reader is refused/);
});

test('and in the headers of a response', () => {
  const leaking = exchange({ identity: 'reader' }, '{}', [['Link', '</events/by-slug/cpabc-7>; rel="canonical"']]);
  expect(() => canaries.expectKept(leaking)).toThrow(/cpabc-7/);
});

test.each([
  ['it is shown to another identity', exchange({ identity: 'author' }, 'cpabc-7')],
  ['it is shown to the default identity', exchange({}, 'cpabc-7')],
  ['another token begins alike', exchange({ identity: 'reader' }, 'cpabc-71')],
  [
    'the request said it first',
    exchange(
      { identity: 'reader', request: { method: 'GET', target: '/events?search=cpabc-7', headers: [] } },
      'cpabc-7',
    ),
  ],
  ['there is no answer', exchange({ identity: 'reader', outcome: { kind: 'reset', message: 'cpabc-7' } })],
])('nothing is wrong where %s', (_, seen) => {
  expect(() => canaries.expectKept(seen)).not.toThrow();
});
