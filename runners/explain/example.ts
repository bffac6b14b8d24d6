import { sample, stringify } from 'fast-check';
import type { CalendarRequirement } from '../../adapter/subject.js';
import { execute } from '../../kernel/execution.js';
import { toCurl } from '../../wire/curl.js';
import { Inconclusive } from '../../wire/errors.js';
import { createRemoteTransport } from '../../wire/transports/remote.js';
import type { Environment } from '../input/environment.js';
import { toAddress } from '../input/service-address.js';
import { openSession, type Session } from '../run/session.js';
import { startEmbedded } from '../server/embedded-server.js';

/** One input of a requirement and what is sent to judge it, as curl lines. */
export interface Example {
  readonly input: string;
  readonly requests: readonly string[];
}

/** Draws an example with a fixed seed and judges it on the embedded reference server; undefined where none fits. */
export async function drawExample(
  requirement: CalendarRequirement,
  { seed, environment }: { readonly seed: number; readonly environment: Environment },
): Promise<Example | undefined> {
  const { clock, signal } = environment;
  const embedded = await startEmbedded({ now: clock.now });
  const { origin, root, namespace } = toAddress(embedded.url);
  const transport = createRemoteTransport({ origin, timeoutMs: TIMEOUT_MS, connections: CONNECTIONS });
  try {
    const session = await openSession({
      transport,
      clock,
      signal,
      seed,
      site: { root, namespace, languageParameter: 'ml_language' },
      mode: 'sandbox',
      now: clock.now(),
      random: 0,
      concurrency: CONNECTIONS,
      worldFile: embedded.world,
    });
    try {
      return await judgeOnce(requirement, { session, seed, origin });
    } finally {
      await session.trial.close();
      await session.close();
    }
  } finally {
    await embedded.close();
  }
}

const TIMEOUT_MS = 10_000;
const CONNECTIONS = 4;

interface ExampleContext {
  readonly session: Session;
  readonly seed: number;
  readonly origin: string;
}

async function judgeOnce(
  requirement: CalendarRequirement,
  { session, seed, origin }: ExampleContext,
): Promise<Example | undefined> {
  const { calendar } = session;
  try {
    const [scenario] = sample(requirement.scenarios(calendar.world), { seed, numRuns: 1 });
    if (!scenario) return undefined;
    const { exchanges } = await execute(scenario, calendar.open);
    const sent = exchanges.filter(({ phase }) => phase !== 'clean-up');
    return { input: stringify(scenario.value), requests: sent.map((exchange) => toCurl(exchange, { origin })) };
  } catch (error) {
    if (error instanceof Inconclusive) return undefined;
    throw error;
  }
}
