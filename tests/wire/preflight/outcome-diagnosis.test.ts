import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Outcome } from '../../../wire/exchange.js';
import { toSentence } from '../../../wire/preflight/diagnosis.js';
import { diagnose } from '../../../wire/preflight/outcome-diagnosis.js';
import type { Connection } from '../../../wire/transports/connection-options.js';

const asked = { url: 'https://example.org/wp-json', authenticated: false, connection: { timeoutMs: 1_000 } };
const asItIs = (text: string): string => text;

function unreachable(code?: string, connection: Partial<Connection> = {}): string {
  const outcome = { kind: 'unreachable', message: 'some words', ...(code !== undefined && { code }) } as const;
  const diagnosis = diagnose(outcome, { ...asked, connection: { ...asked.connection, ...connection } });
  return diagnosis ? toSentence(diagnosis, asItIs) : 'nothing is wrong';
}

test.each([
  ['ENOTFOUND', 'is not a known host name'],
  ['EAI_AGAIN', 'could not be resolved'],
  ['ECONNREFUSED', 'nothing listens there'],
  ['ETIMEDOUT', 'did not accept a connection within 1.0 s'],
  ['EHOSTUNREACH', 'cannot be reached'],
  ['ENETUNREACH', 'cannot be reached'],
  ['CERT_HAS_EXPIRED', 'has expired'],
  ['CERT_NOT_YET_VALID', 'not valid yet'],
  ['ERR_TLS_CERT_ALTNAME_INVALID', 'for another host'],
  ['UNABLE_TO_VERIFY_LEAF_SIGNATURE', 'this machine trusts'],
  ['ERR_SSL_WRONG_VERSION_NUMBER', 'does not use TLS'],
  ['ERR_SSL_TLSV1_ALERT_PROTOCOL_VERSION', 'no TLS version in common'],
  ['ERR_SSL_SSLV3_ALERT_CERTIFICATE_EXPIRED', 'requires a client certificate'],
  ['ERR_SSL_NOVEL', 'failed the TLS handshake (some words)'],
  ['ECONNRESET', 'during its setup'],
])('%s', (code, expected) => {
  const sentence = unreachable(code);
  expect(sentence).toMatch(/^example\.org .*\.$/);
  expect(sentence).toContain(expected);
});

test.each(['EUNHEARDOF', undefined])('an unknown code keeps the words of the system: %s', (code) => {
  expect(unreachable(code)).toContain('some words');
});

test('the same alert means something else where a certificate was given', () => {
  const shown = { certificate: { cert: '', key: '' } };
  expect(unreachable('ERR_SSL_TLSV1_ALERT_UNKNOWN_CA', shown)).toContain('rejects the client certificate');
  expect(unreachable('UNABLE_TO_VERIFY_LEAF_SIGNATURE', { ca: 'x' })).toContain('in the file of --ca');
});

test('behind a proxy, a timeout is blamed on the proxy', () => {
  const through = { proxy: { origin: 'http://proxy.example:3128' } };
  expect(unreachable('ETIMEDOUT', through)).toContain('The proxy http://proxy.example:3128 did not connect');
});

describe('whatever a target says', () => {
  const anything = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.constantFrom('<title>', '<link rel="https://api.w.org/"'),
  );
  const headers = fc.array(
    fc.tuple(fc.constantFrom('content-type', 'content-encoding', 'location', 'link', 'www-authenticate'), anything),
  );
  const body = fc.array(anything).map((parts) => Buffer.from(parts.join('')));
  const response = fc.record({ status: fc.integer({ min: 200, max: 599 }), headers, body });
  const outcome = fc.oneof(
    response.map((whole): Outcome => ({ kind: 'response', response: whole })),
    anything.map((message): Outcome => ({ kind: 'malformed', message })),
    anything.map((message): Outcome => ({ kind: 'unreachable', message, code: 'ENOVEL' })),
  );

  test('the sentence stands on one line of bounded length, can be shown, and has no slot left', () => {
    fc.assert(
      fc.property(outcome, (seen) => {
        const diagnosis = diagnose(seen, asked);
        const sentence = diagnosis ? toSentence(diagnosis, asItIs) : 'answered.';
        expect(sentence).not.toMatch(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u);
        expect(sentence).toMatch(/\.$/);
        expect(sentence.length).toBeLessThan(3_000);
      }),
    );
  });

  test('a page made to keep us busy does not', () => {
    for (const part of ['<title', '<title>', '<link rel="https://api.w.org/" href=', ' ', '<', ',<>;']) {
      const text = part.repeat(2_000_000);
      const whole = { status: 403, headers: [['Link', text.slice(0, 60_000)]] as const, body: Buffer.from(text) };
      expect(diagnose({ kind: 'response', response: whole }, asked)).toBeDefined();
    }
  });
});
