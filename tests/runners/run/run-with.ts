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

export const NOW = Date.parse('2030-03-05T10:00:00Z');
const site = { namespace: 'vendor/events/v1', languageParameter: 'ml_language' };

interface Running {
  readonly intercept?: readonly Interceptor[];
  readonly only?: readonly string[];
  /** Besides the default one and anonymous. */
  readonly identities?: readonly string[];
}

/** Runs against a new embedded server, and gives what the run came to. */
export async function runWith(
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
