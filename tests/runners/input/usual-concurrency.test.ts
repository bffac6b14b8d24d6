import { expect, test } from 'vitest';
import { toAddress } from '../../../runners/input/service-address.js';
import { usualConcurrency } from '../../../runners/input/usual-concurrency.js';

test.each([
  ['http://127.0.0.1:8080', 1],
  ['http://localhost/wp-json', 1],
  ['http://[::1]', 1],
  ['https://calendar.example.org', 4],
  ['http://192.168.0.7:8080', 4],
])('requirements of %s are judged %i at a time', (url, count) => {
  expect(usualConcurrency(toAddress(url))).toBe(count);
});

test('those of a server that the run starts are judged one at a time', () => {
  expect(usualConcurrency(undefined)).toBe(1);
});
