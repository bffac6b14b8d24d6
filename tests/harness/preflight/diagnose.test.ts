import { expect, test } from 'vitest';
import { diagnose } from '../../../harness/preflight.js';

const asked = { url: 'https://example.org/wp-json', authenticated: false };
const unreachable = (code?: string) =>
  diagnose({ kind: 'unreachable', message: 'some words', ...(code !== undefined && { code }) }, asked);

test.each([
  ['ENOTFOUND', 'is not a known host name'],
  ['EAI_AGAIN', 'could not be looked up'],
  ['ECONNREFUSED', 'nothing listens there'],
  ['ETIMEDOUT', 'did not accept a connection in time'],
  ['EHOSTUNREACH', 'cannot be reached'],
  ['CERT_HAS_EXPIRED', 'has expired'],
  ['CERT_NOT_YET_VALID', 'not valid yet'],
  ['ERR_TLS_CERT_ALTNAME_INVALID', 'for another host'],
  ['UNABLE_TO_VERIFY_LEAF_SIGNATURE', 'this machine trusts'],
  ['ERR_SSL_TLSV1_ALERT_PROTOCOL_VERSION', 'does not speak TLS'],
  ['ECONNRESET', 'before it was set up'],
])('%s', (code, expected) => {
  const diagnosis = unreachable(code);
  expect(diagnosis?.seen).toMatch(/^example\.org .*\.$/);
  expect(diagnosis?.seen).toContain(expected);
});

test.each(['EUNHEARDOF', undefined])('an unknown code keeps the words of the system: %s', (code) => {
  expect(unreachable(code)?.seen).toContain('some words');
});
