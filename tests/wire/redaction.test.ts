import { describe, expect, test } from 'vitest';
import type { Exchange } from '../../wire/exchange.js';
import { createRedaction } from '../../wire/redaction.js';

const redaction = createRedaction(['pass word/"é', 'word', 'user:secret']);

test.each([
  ['as it is', 'a pass word/"é b'],
  ['percent-encoded', `a ${encodeURIComponent('pass word/"é')} b`],
  ['in Base64', `a ${Buffer.from('pass word/"é').toString('base64')} b`],
  ['in a JSON string', 'a pass word/\\"é b'],
])('a given value goes %s', (_, secret) => {
  expect(redaction.text(secret)).toBe('a [redacted] b');
});

test('every place of a value goes, and others stay', () => {
  expect(redaction.text('word and sword, but no wor d')).toBe('[redacted] and s[redacted], but no wor d');
});

test('without secrets nothing goes, also for an empty one', () => {
  expect(createRedaction(['']).text('plain')).toBe('plain');
});

test.each(['Authorization', 'COOKIE', 'Set-Cookie', 'proxy-authorization'])(
  'credentials in %s go whatever they are',
  (name) => {
    expect(createRedaction([]).headers([[name, 'unknown']])).toEqual([[name, '[redacted]']]);
  },
);

test('a given value goes from any other header', () => {
  expect(
    redaction.headers([
      ['X-Api-Key', 'key word'],
      ['Accept', 'text/html'],
    ]),
  ).toEqual([
    ['X-Api-Key', 'key [redacted]'],
    ['Accept', 'text/html'],
  ]);
});

describe('an exchange', () => {
  const secretive = (octets: Uint8Array): Exchange => ({
    number: 1,
    phase: 'check',
    ms: 1,
    request: { method: 'POST', target: '/?k=word', headers: [['Cookie', 'a']], body: octets },
    outcome: { kind: 'response', response: { status: 200, headers: [['Set-Cookie', 'a']], body: octets } },
  });

  test('loses them everywhere', () => {
    const shown = JSON.stringify(redaction.exchange(secretive(Buffer.from('"pass word/\\"é"'))), (_, value) =>
      value?.type === 'Buffer' ? Buffer.from(value.data).toString() : value,
    );
    expect(shown).not.toMatch(/word|é/);
    expect(shown).toContain('/?k=[redacted]');
  });

  test('keeps all other octets', () => {
    const octets = Uint8Array.from({ length: 256 }, (_, octet) => octet);
    const { request, outcome } = redaction.exchange(secretive(octets));
    expect(Buffer.from(request.body ?? []).equals(octets)).toBe(true);
    expect(outcome.kind === 'response' && Buffer.from(outcome.response.body).equals(octets)).toBe(true);
  });

  test('loses them from the message of a failure', () => {
    const failed = redaction.exchange({
      ...secretive(Buffer.from('')),
      outcome: { kind: 'reset', message: 'word lost' },
    });
    expect(failed.outcome).toEqual({ kind: 'reset', message: '[redacted] lost' });
  });
});
