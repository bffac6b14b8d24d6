import { expect, test } from 'vitest';
import { compare } from '../../../reports/html/body-comparison.js';
import type { ReportedExchange } from '../../../reports/exchange-schema.js';

interface Made {
  readonly number: number;
  readonly method?: string;
  readonly target?: string;
  readonly sent?: object;
  readonly status?: number;
  readonly answered?: unknown;
}

const exchange = ({ number, method = 'GET', target = '/1', sent, status = 200, answered }: Made): ReportedExchange => ({
  number,
  phase: 'check',
  ms: 1,
  curl: '',
  request: { method, target, headers: [], ...(sent && { body: { text: JSON.stringify(sent) } }) },
  outcome: {
    kind: 'response',
    response: { status, headers: [], ...(answered !== undefined && { body: { text: JSON.stringify(answered) } }) },
  },
});

const comparing = (expected: string, ...made: readonly Made[]) => {
  const exchanges = made.map(exchange);
  const deviation = { kind: 'value', expected, observed: '' } as const;
  const shown = exchanges.at(-1);
  return shown && compare({ value: null, text: '', shrinks: 0, seed: 1, path: '', deviation, exchanges }, shown);
};

test('an answer is held against what was sent before it, as far as it was sent', () => {
  const made = comparing(
    'zip "01234"',
    { number: 1, method: 'POST', sent: { venue: 'a', zip: '01234' }, status: 201, answered: { id: 7 } },
    { number: 2, answered: { id: 7, venue: 'a', zip: '1234', city: null } },
  );
  expect(made?.before).toBe('what was sent in #1');
  expect(made?.lines.map(({ text }) => text)).toEqual([
    '{',
    '"zip": "01234"',
    '"zip": "1234"',
    '… 1 equal member',
    '}',
  ]);
});

test('what was refused is nothing to be held against', () => {
  const refused = { number: 2, method: 'PATCH', sent: { title: 'c' }, status: 400, answered: { code: 'no' } };
  const made = comparing('the title', { number: 1, answered: { title: 'a' } }, refused, {
    number: 3,
    answered: { title: 'b' },
  });
  expect(made?.before).toBe('the answer to #1, the same request');
});

test('the difference that the failure is about comes first', () => {
  const made = comparing(
    'description "x"',
    { number: 1, target: '/by-id', answered: { description: 'x', views: 1 } },
    { number: 2, target: '/by-slug', answered: { description: 'x', views: 3 } },
    { number: 3, target: '/by-slug', answered: { description: 'y', views: 2 } },
  );
  expect(made?.before).toMatch(/#2, the same request/);
  const other = comparing(
    'description "x"',
    { number: 1, target: '/by-id', answered: { description: 'x', views: 1 } },
    { number: 2, target: '/by-slug', answered: { views: 3 } },
    { number: 3, target: '/by-slug', answered: { views: 2 } },
  );
  expect(other?.before).toBe('the answer to #1');
});

test.each([
  ['equal', { a: 1 }],
  ['not JSON', undefined],
])('nothing is compared with what is %s', (_, answered) => {
  expect(comparing('a', { number: 1, answered }, { number: 2, answered })).toBeUndefined();
});
