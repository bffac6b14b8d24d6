import type { Clock } from '../clock.js';
import type { Exchange, HeaderPairs, Interceptor, Phase, Transport, WireRequest } from '../exchange.js';
import { createClaim, type Journal } from '../journal/journal.js';
import { AT_ONCE, createAdmission, createConcurrencyLimit, toReadonlyTransport } from './admission.js';
import { createAuthentication, type Credential, DEFAULT_IDENTITY, toFixedCredential } from './authentication.js';
import { createCircuit } from './circuit-breaker.js';
import { createFollowing } from './follow-redirects.js';
import { createHarmLimit, type Harm, type HarmBudget } from './harm-limit.js';
import { compose, inOrder } from './interceptors.js';
import type { Outage } from './outage.js';
import { createRetryAfter, createStopwatch } from './retry-after.js';
import { createTracing, type Trace } from './trace.js';

export type Mode = 'readonly' | 'sandbox';

/** How a client sends, and its limits: it throws `BudgetSpent` when one is reached. */
export interface ClientOptions {
  readonly transport: Transport;
  readonly mode: Mode;
  /** Sent with every request that does not set the same name, for every identity. */
  readonly headers?: HeaderPairs;
  /** The credentials of the identities by name, `default` among them. An identity without one sends none. */
  readonly identities?: ReadonlyMap<string, Credential>;
  /** Requests a second. */
  readonly rate?: number;
  /** The most requests in all, repeats included; clean-up is exempt. */
  readonly maxRequests?: number;
  /** Requests under way at a time; for each, a check may send a few concurrently (`AT_ONCE`). */
  readonly concurrency: number;
  readonly journal?: Journal;
  readonly clock: Clock;
  /** Faults and variants, the first outermost. */
  readonly intercept?: readonly Interceptor[];
  /** Marks requests for the traces and logs of the target; by default, none is marked. */
  readonly trace?: Trace;
  /**
   * Whether a target, by its origin-form, is of the service: nothing but a GET is sent to any other, and no redirect is
   * followed there. By default all are, and no redirect is followed.
   */
  readonly isWithin?: (target: string) => boolean;
  /** The most harm; any by default. */
  readonly harm?: HarmBudget;
  /** Whether the claim of a write is that of a create. */
  readonly creates?: (claim: unknown) => boolean;
  /** Once aborted, only clean-up may send. */
  readonly signal?: AbortSignal;
}

/** The phase, the claim and the identity of one request. */
interface SendOptions {
  readonly phase: Phase;
  /** How to find what a write creates: JSON that is in the journal before the request is sent. */
  readonly claim?: unknown;
  /** The name of the identity; by default the default one. */
  readonly as?: string;
  /** The id of the requirement that it is sent for. */
  readonly requirement?: string;
}

export interface Client {
  /** Throws BudgetSpent when nothing more may be sent, HarnessError for a write in readonly mode. */
  send(request: WireRequest, options: SendOptions): Promise<Exchange>;
  /** How many requests were sent, repeats included. */
  readonly sent: number;
  /** What it did to the target so far. */
  readonly harm: Harm;
  /** The outages so far; once one does not end, only clean-up may send. */
  readonly outages: readonly Outage[];
  close(): Promise<void>;
}

/** Sends the requests of a run: paced, counted, journalled, and in readonly mode unable to write. */
export function createClient({
  clock,
  journal,
  headers: shared = [],
  identities = new Map(),
  intercept = [],
  isWithin,
  harm,
  creates = () => false,
  ...options
}: ClientOptions): Client {
  const transport = options.mode === 'readonly' ? toReadonlyTransport(options.transport) : options.transport;
  const admission = createAdmission({ clock, ...options });
  const bounds = createHarmLimit(harm, isWithin ?? (() => true));
  const limit = createConcurrencyLimit(options.concurrency);
  const limitOfChecks = createConcurrencyLimit(options.concurrency * AT_ONCE);
  const circuit = createCircuit({
    clock,
    signal: options.signal,
    admit: admission.admits,
    send: compose([createTracing(options.trace, { span: 'outage' }).intercept, ...intercept], transport.send),
  });
  let count = 0;

  return {
    async send(bare, { phase, claim, as = DEFAULT_IDENTITY, requirement }) {
      count += 1;
      const number = count;
      const mayRepeat = (): Promise<boolean> => admission.admits(phase);
      const credential = identities.get(as) ?? noCredential;
      const authentication = createAuthentication({ credential, shared, mayRepeat });
      const tracing = createTracing(options.trace, { requirement, span: String(number) });
      const watch = createStopwatch(clock);
      const following = createFollowing({ follows: isWithin ?? (() => false), mayRepeat });
      const claiming = createClaim({ journal, number, claim });
      const interceptors = inOrder({
        limit: phase === 'check' ? limitOfChecks : limit,
        gate: circuit.gate(phase),
        bound: bounds.intercept({ phase, as, creates: creates(claim) }),
        admit: admission.intercept(phase),
        note: claiming.intend,
        authenticate: authentication.intercept,
        watch: circuit.watch(number, phase),
        follow: following.intercept,
        retry: createRetryAfter({ clock, signal: phase === 'clean-up' ? undefined : options.signal, mayRepeat }),
        trace: tracing.intercept,
        measure: watch.measure,
        substitute: substituting(intercept, authentication.complete),
      });
      const outcome = await compose(interceptors, transport.send)(bare);
      const request = authentication.complete(bare);
      const identity = as === DEFAULT_IDENTITY ? {} : { identity: as };
      const sent = { ...claiming.intent(), ...identity, ...tracing.sent(), ...following.followed() };
      return { number, ...sent, phase, request, outcome, at: watch.at(), ms: watch.ms() };
    },
    get sent() {
      return admission.sent;
    },
    harm: bounds.done,
    outages: circuit.outages,
    close: () => transport.close(),
  };
}

const noCredential = toFixedCredential([]);

/** Faults and variants as one interceptor; what they send on their own is sent as the identity of the request. */
const substituting =
  (interceptors: readonly Interceptor[], complete: (request: WireRequest) => WireRequest): Interceptor =>
  (request, next) => {
    const completing = interceptors.map(
      (one): Interceptor =>
        (sent, on) =>
          one(sent, (own) => on(complete(own))),
    );
    return compose(completing, next)(request);
  };
