/** A target that answers anything, whatever it is asked: no requirement does more to it than a run may do. */
import { expect, test } from 'vitest';
import { defaultProfiles } from '../../../contract/clauses/clause.js';
import { runTrial } from '../../../kernel/run/run.js';
import { seedOf } from '../../../kernel/seed.js';
import { createDirectTransport } from '../../../runners/prove/open-case.js';
import { dealFor, mostHarm } from '../../../runners/run/budget.js';
import { select } from '../../../runners/run/selection.js';
import { openSession } from '../../../runners/run/session.js';
import { createEmbedded, createUsers } from '../../../runners/server/embedded-server.js';
import { requirements } from '../../../suites/index.js';
import { METHODS } from '../../../wire/client/harm-limit.js';
import { createVirtualClock } from '../../../wire/clock.js';
import type { Outcome, Transport, WireRequest } from '../../../wire/exchange.js';

const NOW = Date.parse('2030-03-05T10:00:00Z');
const NAMESPACE = 'vendor/events/v1';
const SERVICE = /^(?:\/(?:nl|de|fr))?\/vendor\/events\/v1(?:[/?]|$)/;

const answer = (status: number, body: unknown, ...headers: readonly (readonly [string, string])[]): Outcome => ({
  kind: 'response',
  response: {
    status,
    headers: [['Content-Type', 'application/json'], ...headers],
    body: Buffer.from(JSON.stringify(body)),
  },
});

const foreign = { id: 1, slug: '../../admin', rest_url: 'http://192.0.2.1/admin', url: 'file:///etc/passwd' };

/** What such a target answers besides what is true. */
const lies: readonly Outcome[] = [
  answer(200, foreign),
  answer(201, foreign, ['Location', 'http://192.0.2.1/other']),
  answer(
    200,
    [foreign, foreign],
    ['Link', '</admin?page=2>; rel="next", <http://192.0.2.1/>; rel="up"'],
    ['X-WP-Total', '9'],
  ),
  answer(307, {}, ['Location', '/wp-admin/delete-all']),
  answer(302, {}, ['Location', `/${NAMESPACE}/../../users`]),
  answer(401, { code: 'who' }),
  answer(500, { code: 'broken' }),
  answer(204, ''),
  { kind: 'reset', message: 'socket hang up' },
];

/** Answers truly for so many requests, then lies in one of three. */
function lying({ send, close }: Transport, seed: number) {
  const requests: WireRequest[] = [];
  return {
    requests,
    transport: {
      close,
      async send(request: WireRequest) {
        requests.push(request);
        const outcome = await send(request);
        const drawn = seedOf(seed, String(requests.length));
        return requests.length > 400 && drawn % 3 === 0 ? (lies[(drawn >> 4) % lies.length] ?? outcome) : outcome;
      },
    } satisfies Transport,
  };
}

test.each([1])(
  'nothing is written elsewhere, by another method, or beyond the budget of harm, by seed %i',
  { timeout: 600_000 },
  async (seed) => {
    const clock = createVirtualClock(NOW);
    const { users, headersOf } = createUsers({ calproof: 'editor' });
    const { server, world } = await createEmbedded({ now: () => NOW, users });
    const { transport, requests } = lying(createDirectTransport(server.handler), seed);
    const effort = 'standard';
    const selected = select(requirements, { effort, only: [], skip: [], profiles: defaultProfiles });
    const session = await openSession({
      transport,
      headers: headersOf('calproof'),
      site: { root: '', namespace: NAMESPACE, languageParameter: 'ml_language' },
      mode: 'sandbox',
      seed,
      now: NOW,
      random: 0.5,
      clock,
      concurrency: 4,
      harm: mostHarm[effort],
      worldFile: world,
    });
    const plan = dealFor(session.calendar, selected, { effort, maxRequests: undefined });
    const run = { trial: session.trial, requirements: selected, plan, concurrency: 4, clock, startedAt: NOW };
    const reasons: string[] = [];
    for await (const event of runTrial(run))
      if (event.type === 'judged' && event.verdict.outcome === 'untested' && event.verdict.defect)
        reasons.push(`${event.requirement.id}: ${event.verdict.reason}`);
    expect(reasons).toEqual([]);
    expect(requests.filter(({ method, target }) => method !== 'GET' && !SERVICE.test(target))).toEqual([]);
    expect(requests.filter(({ method }) => !METHODS.includes(method))).toEqual([]);
    for (const [kind, most] of Object.entries(mostHarm[effort]))
      expect(session.harm[kind as keyof typeof session.harm], kind).toBeLessThanOrEqual(most);
    expect(requests.length).toBeGreaterThan(1_000);
  },
);
