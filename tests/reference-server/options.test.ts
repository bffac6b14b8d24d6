import { expect, test } from 'vitest';
import { createReferenceServer } from '../../reference-server/index.js';

test.each([
  ['a zone that is none', { zone: 'Nowhere/Land' }, 'Nowhere/Land is not a time zone.'],
  ['chunks of nothing', { chunk: 0 }, 'A chunk holds one event at least, not 0.'],
  ['chunks of no size', { chunk: Number.NaN }, 'A chunk holds one event at least, not NaN.'],
])('a server does not start with %s', (_, options, message) => {
  expect(() => createReferenceServer(options)).toThrow(message);
});
