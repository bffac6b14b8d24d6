import { expect, test } from 'vitest';
import { toAddress } from '../../../runners/input/service-address.js';

test.each([
  ['http://127.0.0.1:8080', 'http://127.0.0.1:8080', '', 'vendor/events/v1'],
  ['https://example.org/wp-json/', 'https://example.org', '/wp-json', 'vendor/events/v1'],
  ['https://example.org/wp-json/tribe/events/v1', 'https://example.org', '/wp-json', 'tribe/events/v1'],
  ['https://example.org/nl/api/acme/events/v1/', 'https://example.org', '/nl/api', 'acme/events/v1'],
])('%s is understood', (url, origin, root, namespace) => {
  expect(toAddress(url)).toMatchObject({ origin, root, namespace });
});

test('a namespace that is given is not looked for in the URL, but may stand there', () => {
  expect(toAddress('http://a.example/x/acme/v2', 'acme/v2')).toMatchObject({ root: '/x', namespace: 'acme/v2' });
  expect(toAddress('http://a.example/x', 'acme/v2')).toMatchObject({ root: '/x', namespace: 'acme/v2' });
});

test.each([
  ['http://127.0.0.1', true],
  ['http://127.8.9.1:3000', true],
  ['http://[::1]:3000', true],
  ['http://localhost', true],
  ['http://api.localhost', true],
  ['http://127.example.org', false],
  ['http://10.0.0.1', false],
  ['http://notlocalhost', false],
])('%s is on this machine: %s', (url, isLoopback) => {
  expect(toAddress(url).isLoopback).toBe(isLoopback);
});

test.each([
  ['example.org/wp-json', /not a URL/],
  ['ftp://example.org', /ftp:/],
  ['http://user:password@example.org', /contains credentials/],
  ['http://example.org/?rest_route=/', /query/],
])('%s is refused in one sentence', (url, sentence) => {
  expect(() => toAddress(url)).toThrow(sentence);
});
