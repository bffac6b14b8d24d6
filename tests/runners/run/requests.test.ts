import { describe, expect, test } from 'vitest';
import { defaultProfiles } from '../../../contract/clauses/clause.js';
import type { Effort } from '../../../kernel/run/plan.js';
import { runTrial } from '../../../kernel/run/run.js';
import type { RunEnd } from '../../../kernel/run-event.js';
import { createDirectTransport } from '../../../runners/prove/open-case.js';
import { dealFor } from '../../../runners/run/budget.js';
import { select } from '../../../runners/run/selection.js';
import { openSession } from '../../../runners/run/session.js';
import { createEmbedded, createUsers } from '../../../runners/server/embedded-server.js';
import { requirements } from '../../../suites/index.js';
import { toFixedCredential } from '../../../wire/client/authentication.js';
import { createVirtualClock } from '../../../wire/clock.js';
import type { Interceptor } from '../../../wire/exchange.js';
import { faults } from '../../../zoo/faults/index.js';
import { createWireView } from '../../../zoo/intercept/wire-view.js';

const NOW = Date.parse('2030-03-05T10:00:00Z');
const LONG = 300_000;
const site = { namespace: 'vendor/events/v1', languageParameter: 'ml_language' };
const view = createWireView({ ...site, shapes: {} });

interface Running {
  readonly intercept?: readonly Interceptor[];
  readonly only?: readonly string[];
  /** Besides the default one and anonymous. */
  readonly identities?: readonly string[];
}

async function runWith(
  effort: Effort,
  { intercept = [], only = [], identities = ['author', 'reader'] }: Running = {},
): Promise<RunEnd> {
  const clock = createVirtualClock(NOW);
  const { users, headersOf } = createUsers({ calproof: 'editor', author: 'author', reader: 'reader' });
  const { server, world } = await createEmbedded({ now: () => NOW, users });
  const selected = select(requirements, { effort, only, skip: [], profiles: defaultProfiles });
  const session = await openSession({
    transport: createDirectTransport(server.handler),
    headers: headersOf('calproof'),
    identities: new Map(identities.map((name) => [name, toFixedCredential(headersOf(name))])),
    site: { ...site, root: '' },
    mode: 'sandbox',
    seed: 1,
    now: NOW,
    random: 0.5,
    clock,
    concurrency: 4,
    intercept,
    worldFile: world,
  });
  const plan = dealFor(session.calendar, selected, { effort, maxRequests: undefined });
  const run = { trial: session.trial, requirements: selected, plan, concurrency: 4, clock, startedAt: NOW };
  for await (const event of runTrial(run)) if (event.type === 'ended') return event;
  throw new Error('the run ended without an end');
}

const causesOf = ({ judged }: RunEnd): number =>
  judged.filter(({ verdict }) => verdict.outcome === 'failed' && verdict.cause === undefined).length;

const sample = ['events.create.flags-lost', 'records.create.description-hyphens-lost', 'organizers.list.page-overlaps'];

describe('with four identities', () => {
  test(
    'a standard run of a conforming target sends at most 3,000 requests, and 360 more to compare identities',
    async () => expect((await runWith('standard')).requests).toBeLessThanOrEqual(3_360),
    LONG,
  );

  // A cause of a requirement with more requests than that is confirmed all the same.
  test.each([
    ['standard', 30],
    ['quick', 15],
  ] as const)(
    'causes add on average at most what is promised to a %s run: %d',
    async (effort, each) => {
      const bare = await runWith(effort);
      const ends = await Promise.all(
        faults
          .filter(({ id }) => sample.includes(id))
          .map((one) => runWith(effort, { intercept: [one.create(1, view, createVirtualClock(NOW))] })),
      );
      const added = ends.reduce((sum, { requests }) => sum + requests - bare.requests, 0);
      const causes = ends.reduce((sum, end) => sum + causesOf(end), 0);
      expect(causes).toBeGreaterThanOrEqual(sample.length);
      expect(added).toBeLessThanOrEqual(each * causes);
    },
    LONG,
  );
});

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
