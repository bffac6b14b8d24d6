import type { WorldFile } from '../../contract/world-file.js';
import { createRetryAfter } from '../../harness/client/retry-after.js';
import type { Clock } from '../../harness/clock.js';
import { compose } from '../../harness/client/compose.js';
import { withHeaders } from '../../harness/client/headers.js';
import type { HeaderPairs, Interceptor } from '../../harness/exchange.js';
import { openTrial, type Trial } from '../../harness/trial.js';
import { createVirtualClock } from '../../harness/virtual-clock.js';
import { createReferenceServer, type ReferenceServerOptions } from '../../reference-server/index.js';
import { createDirectTransport } from '../../runners/prove/direct-transport.js';
import { type OpenedCalendar, openCalendar } from '../../target/open.js';
import type { Subject } from '../../target/subject.js';
import type { World } from '../../target/world/world.js';

export interface OnTrial {
  readonly trial: Trial<Subject, World>;
  readonly opened: OpenedCalendar;
  /** Totals of every collection of the server. */
  counts(): Readonly<Record<string, number>>;
  close(): Promise<readonly string[]>;
}

export interface OnTrialOptions {
  readonly seed?: number;
  /** Put between the harness and the server, before the target is learned. */
  readonly intercept?: Interceptor;
  /** By which a refusal for now is waited out; one of its own when not given. */
  readonly clock?: Clock;
  readonly world?: WorldFile;
  /** Sandbox when not given. */
  readonly mode?: 'readonly' | 'sandbox';
  /** Sent with every request, also with those that a fault sends on its own. */
  readonly headers?: HeaderPairs;
  /** How the server is set up besides its world. */
  readonly server?: Omit<ReferenceServerOptions, 'world'>;
}

/** A trial of the reference server, with a fault between the two if wanted. */
export async function onTrial({
  seed = 1,
  intercept,
  clock = createVirtualClock(Date.now()),
  world,
  mode = 'sandbox',
  headers = [],
  server: setup = {},
}: OnTrialOptions = {}): Promise<OnTrial> {
  const server = createReferenceServer({ ...setup, ...(world && { world }) });
  const transport = createDirectTransport(server.handler);
  const patient = createRetryAfter({ clock, mayRepeat: () => Promise.resolve(true) });
  const send = compose(intercept ? [patient, intercept] : [patient], (request) =>
    transport.send(withHeaders(request, headers)),
  );
  let sent = 0;
  const opened = await openCalendar({
    site: { root: '', namespace: 'vendor/events/v1', languageParameter: 'ml_language' },
    send: async (request, { phase }) => {
      sent += 1;
      const number = sent;
      return { number, phase, request, outcome: await send(request), ms: 0, intent: number };
    },
    sent: () => sent,
    journal: { made: () => Promise.resolve(), gone: () => Promise.resolve() },
    mode,
    seed,
    now: new Date(),
    random: 0.3,
    near: true,
    executionQuota: 200,
    ...(world && { worldFile: world }),
  });
  const trial = openTrial(opened, { seed });
  return {
    trial,
    opened,
    counts: () => server.counts(),
    async close() {
      const left = await trial.close();
      return left;
    },
  };
}
