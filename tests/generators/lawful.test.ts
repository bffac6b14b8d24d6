import { describe, expect, test } from 'vitest';
import { exportedArbitraries } from './exported-arbitraries.js';
import { lawfulBodies } from './lawful-bodies.js';
import { lawfulFields } from './lawful-fields.js';
import { lawfulQueries } from './lawful-queries.js';
import { lawfulScalars } from './lawful-scalars.js';

const allLawful = [...lawfulBodies, ...lawfulFields, ...lawfulQueries, ...lawfulScalars];

describe.each(allLawful.map((one) => [one.name, one.of, one] as const))('%s: %s', (_, __, { replays, holds }) => {
  test('the same seed draws the same values', replays);
  test('what holds for drawn values holds for all that they shrink to', holds);
});

test('every arbitrary that generators export is under a law', async () => {
  const under = new Set(allLawful.map(({ name }) => name));
  expect((await exportedArbitraries()).toSorted()).toEqual([...under].toSorted());
});
