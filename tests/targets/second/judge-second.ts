import type { TargetProfile } from '../../../adapter/profile/target-profile.js';
import type { Judged } from '../../../kernel/run-event.js';
import { runTrial } from '../../../kernel/run/run.js';
import { dealFor } from '../../../runners/run/budget.js';
import { openSession } from '../../../runners/run/session.js';
import { requirements } from '../../../suites/index.js';
import { systemClock } from '../../../wire/clock.js';
import type { Interceptor } from '../../../wire/exchange.js';
import { createRemoteTransport } from '../../../wire/transports/remote.js';
import type { WireShapes } from '../../../zoo/intercept/wire-view.js';
import { createSecondServer, NAMESPACE, type SecondServerOptions } from './server.js';

/** What the second implementation came to. */
export interface Judgement {
  readonly profile: TargetProfile;
  readonly judged: readonly Judged[];
  readonly requests: number;
  readonly left: readonly string[];
}

/** What others than the reference server promise. */
const only = process.env.CALPROOF_ONLY;
const promised = requirements.filter(({ id, profile }) => profile !== 'reference' && id.startsWith(only ?? ''));

/** Judges the second implementation over HTTP by all that any target promises, as `calproof check` does. */
export async function judgeSecond(
  seed: number,
  options: SecondServerOptions,
  intercept: readonly Interceptor[] = [],
): Promise<Judgement> {
  const server = createSecondServer(options);
  const { url } = await server.listen();
  const { origin, pathname } = new URL(url);
  const clock = systemClock;
  const session = await openSession({
    transport: createRemoteTransport({ origin, timeoutMs: 10_000, connections: 4 }),
    site: { root: pathname, namespace: NAMESPACE, languageParameter: 'ml_language' },
    mode: 'sandbox',
    seed,
    now: clock.now(),
    random: 0.3,
    clock,
    concurrency: 4,
    intercept,
    ...(options.world && { worldFile: options.world }),
  });
  try {
    const { trial, calendar } = session;
    const plan = dealFor(calendar, promised, { effort: 'standard', maxRequests: undefined });
    const run = runTrial({ trial, requirements: promised, plan, concurrency: 4, clock, startedAt: clock.now() });
    for await (const event of run) {
      if (event.type !== 'ended') continue;
      const { judged, requests, left } = event;
      return { profile: calendar.profile, judged, requests, left };
    }
    throw new Error('the run ended without an end');
  } finally {
    await session.close();
    await server.close();
  }
}

/** How the second implementation shows its records: what faults before it edit. */
export const toShapes = ({ profile: { namespace, languageParameter, shapes } }: Judgement): WireShapes => ({
  namespace,
  languageParameter,
  shapes,
});
