import { expect, test } from 'vitest';
import { runWith } from './run-with.js';

const LONG = 300_000;

test(
  'a standard run of a conforming target with four identities sends at most 3,000 requests, and 420 more to compare them',
  async () => expect((await runWith('standard')).requests).toBeLessThanOrEqual(3_420),
  LONG,
);

/** Selections of much that writes, of much that reads, and of what a quick run leaves out. */
const selections = [
  ...['events', 'venues', 'organizers', 'categories', 'tags'].map((one) => [one]),
  ['tags', 'categories'],
  ['events.list', 'venues.list', 'categories.list', 'tags.list'],
  ['coherence', 'concurrency', 'http', 'language', 'places', 'terms'],
];

test.each([
  ...selections.map((only) => ['quick', 600, only] as const),
  ['standard', 3_000, ['events', 'venues', 'organizers', 'categories', 'tags']] as const,
])(
  'a %s run sends at most %d requests, whatever is selected: %j',
  async (effort, most, only) => {
    const { requests, judged } = await runWith(effort, { only, identities: [] });
    expect(requests).toBeLessThanOrEqual(most);
    expect(judged.filter(({ verdict }) => verdict.outcome === 'passed').length).toBeGreaterThan(40);
  },
  LONG,
);
