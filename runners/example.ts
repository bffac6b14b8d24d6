import { sample, stringify } from 'fast-check';
import { toCurl } from '../harness/curl.js';
import { Inconclusive } from '../harness/errors.js';
import { execute } from '../harness/execution.js';
import { createRemoteTransport } from '../harness/transports/remote.js';
import type { CalendarRequirement } from '../target/subject.js';
import { toAddress } from './address.js';
import { startEmbedded } from './embedded.js';
import type { Environment } from './environment.js';
import { openSession, type Session } from './session.js';

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
