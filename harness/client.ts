import { createAdmission } from './client/admission.js';
import { createClaim } from './client/claim.js';
import { compose } from './client/compose.js';
import { AT_ONCE, createConcurrencyLimit } from './client/concurrency.js';
import { withHeaders } from './client/headers.js';
import { toReadonlyTransport } from './client/readonly.js';
import { createRetryAfter } from './client/retry-after.js';
import { createStopwatch } from './client/stopwatch.js';
import type { Clock } from './clock.js';
import type { Exchange, HeaderPairs, Interceptor, Phase, Transport, WireRequest } from './exchange.js';
import type { Journal } from './journal.js';

export type Mode = 'readonly' | 'sandbox';

export interface ClientOptions {
  readonly transport: Transport;
  readonly mode: Mode;
  /** Sent with every request that does not set the same name: credentials and the like. */
  readonly headers?: HeaderPairs;
  /** Requests a second. */
  readonly rate?: number;
  /** What may be sent in all, repeats included; clean-up is exempt. */
  readonly maxRequests?: number;
  /** Requests under way at a time; checks may send a few side by side for each (`AT_ONCE`). */
  readonly concurrency: number;
  readonly journal?: Journal;
  readonly clock: Clock;
  /** What stands between harness and target, the first outermost: faults and variants. */
  readonly intercept?: readonly Interceptor[];
  /** Once aborted, only clean-up may send. */
  readonly signal?: AbortSignal;
}

export interface SendOptions {
  readonly phase: Phase;
  /** How to find what a write makes: JSON, in the journal before the request is sent. */
  readonly claim?: unknown;
}

export interface Client {
  /** Throws BudgetSpent when nothing more may be sent, HarnessError for a write in readonly mode. */
  send(request: WireRequest, options: SendOptions): Promise<Exchange>;
  /** How many requests were sent, repeats included. */
  readonly sent: number;
  close(): Promise<void>;
}

/** Sends requests for a run: paced, counted, journalled, and in readonly mode unable to write. */
export function createClient({ clock, journal, headers = [], intercept = [], ...options }: ClientOptions): Client {
  const transport = options.mode === 'readonly' ? toReadonlyTransport(options.transport) : options.transport;
  const admission = createAdmission({ clock, ...options });
  const limit = createConcurrencyLimit(options.concurrency);
  const limitOfChecks = createConcurrencyLimit(options.concurrency * AT_ONCE);
  let count = 0;

  const toAdmitted =
    (phase: Phase): Interceptor =>
    async (request, next) => {
      const refusal = await admission.admit(phase);
      if (refusal) throw refusal;
      return next(request);
    };

  return {
    async send(bare, { phase, claim }) {
      count += 1;
      const number = count;
      const request = withHeaders(bare, headers);
      const watch = createStopwatch(clock);
      const send = compose(
        [
          phase === 'check' ? limitOfChecks : limit,
          toAdmitted(phase),
          createClaim({ journal, number, claim }),
          createRetryAfter({
            clock,
            signal: phase === 'clean-up' ? undefined : options.signal,
            mayRepeat: async () => (await admission.admit(phase)) === undefined,
          }),
          watch.measure,
          ...intercept,
        ],
        transport.send,
      );
      const outcome = await send(request);
      const intent = claim !== undefined && journal ? { intent: number } : {};
      return { number, ...intent, phase, request, outcome, at: watch.at(), ms: watch.ms() };
    },
    get sent() {
      return admission.sent;
    },
    close: () => transport.close(),
  };
}
