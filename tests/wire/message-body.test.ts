import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import type { HeaderPairs } from '../../wire/exchange.js';
import { decodeBody, parseJson } from '../../wire/message-body.js';

function decode(body: Uint8Array, ...codings: string[]): string | undefined {
  const headers: HeaderPairs = codings.map((coding) => ['Content-Encoding', coding]);
  const octets = decodeBody({ status: 200, headers, body });
  return octets && Buffer.from(octets).toString();
}
const plain = Buffer.from('plain');

test('a body without a coding is as it is', () => {
  expect(decode(plain)).toBe('plain');
  expect(decode(plain, 'identity')).toBe('plain');
});

test.each([
  ['gzip', gzipSync(plain)],
  ['X-GZIP', gzipSync(plain)],
  ['deflate', deflateSync(plain)],
  ['br', brotliCompressSync(plain)],
])('%s is undone', (coding, body) => {
  expect(decode(body, coding)).toBe('plain');
});

test('several codings are undone from the last to the first', () => {
  const body = brotliCompressSync(gzipSync(plain));
  expect(decode(body, 'gzip, br')).toBe('plain');
  expect(decode(body, 'gzip', 'br')).toBe('plain');
});

test('a coding that cannot be undone gives nothing', () => {
  expect(decode(plain, 'gzip')).toBeUndefined();
  expect(decode(plain, 'unheard-of')).toBeUndefined();
  expect(decode(plain, 'constructor')).toBeUndefined();
});

test('what unfolds beyond all bounds, or is coded again and again, is left as it is', () => {
  expect(decode(gzipSync(Buffer.alloc(70_000_000)), 'gzip')).toBeUndefined();
  expect(decode(plain, 'identity, identity, identity, identity, identity')).toBeUndefined();
});

const nested = (levels: number, core = ''): string => `${'['.repeat(levels)}${core}${']'.repeat(levels)}`;

test.each([
  [nested(1_000), true],
  [nested(1_001), false],
  ['{"a":'.repeat(100_000), false],
  ['['.repeat(10_000_000), false],
  [nested(999, `{"a":${JSON.stringify(`${'['.repeat(2_000)}"\\`)}}`), true],
  [nested(999, '{"\\"":[1]}'), false],
  [`[${'[],'.repeat(2_000)}1]`, true],
  [`[${'[],'.repeat(400_000)}1]`, true],
  [`[${'[],'.repeat(600_000)}1]`, false],
])('JSON is read to a depth of 1,000 and to a million values: %#', (text, isRead) => {
  expect(parseJson(text) !== undefined).toBe(isRead);
});
