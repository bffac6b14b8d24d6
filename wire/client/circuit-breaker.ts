import type { Clock } from '../clock.js';
import { BudgetSpent } from '../errors.js';
import type { Interceptor, Outcome, Phase, Send, WireRequest } from '../exchange.js';
import { isGranted } from '../status.js';
import { isSilent, type Outage, routeOf, toAway, toSilence } from './outage.js';

/** Reads that were answered well before, to find out whether a target is there. */
interface Controls {
  remember(request: WireRequest, outcome: Outcome): void;
  /** Whether any of them is answered now. A target that never answered well is not away: that is how it is. */
  isAnswered(ask: (request: WireRequest) => Promise<Outcome | undefined>): Promise<boolean>;
}

/** How many are kept, each of another operation, so that one that broke since does not decide alone. */
const KEPT = 3;

/** Keeps the first reads that are answered well: the index and the lists, which stay. */
function createControls(): Controls {
  const kept = new Map<string, WireRequest>();
  return {
    remember(request, outcome) {
      if (kept.size >= KEPT || request.method !== 'GET' || !isGranted(outcome)) return;
      const route = routeOf(request);
      if (!kept.has(route)) kept.set(route, request);
    },
    async isAnswered(ask) {
      for (const request of kept.values()) {
        const outcome = await ask(request);
        // Where nothing may be sent any more, nothing is to be found out.
        if (!outcome || !isSilent(outcome)) return true;
      }
      return kept.size === 0;
    },
  };
}

/** How the circuit breaker asks whether the target is still there. */
interface CircuitOptions {
  readonly clock: Clock;
  readonly signal?: AbortSignal | undefined;
  /** Asked before each request that is sent beside those of the run; false when nothing more may be sent. */
  readonly admit: (phase: Phase) => Promise<boolean>;
  readonly send: Send;
}

/** Cuts a run off from a target that is not there any more. */
interface Circuit {
  /** The times during which the target was away; only the last may last. */
  readonly outages: readonly Outage[];
  /**
   * Waits while it is being found out whether the target is there. Throws BudgetSpent when it is not; clean-up may try
   * all the same, until it is clear that it comes to nothing.
   */
  gate(phase: Phase): Interceptor;
  /** Watches the request of a number; what was refused a connection is sent again once the target is back. */
  watch(number: number, phase: Phase): Interceptor;
}

/** So many requests without a sign of life in between, of so many operations: one broken route is not enough. */
const FAILURES = 8;
const ROUTES = 3;
/** How long a target is waited for, in ms before each time it is asked: a restart takes a moment. */
const WAITS = [0, 500, 1_000, 2_000, 4_000];

interface Streak {
  /** The lowest number of an exchange in it: what is sent side by side may come to nothing in any order. */
  from: number;
  readonly since: number;
  count: number;
  readonly routes: Set<string>;
}

/** Creates the circuit breaker of a run. */
export function createCircuit({ clock, signal, admit, send: wire }: CircuitOptions): Circuit {
  const ask = async (request: WireRequest): Promise<Outcome | undefined> =>
    (await admit('probe')) ? wire(request) : undefined;
  const controls = createControls();
  const outages: Outage[] = [];
  let streak: Streak | undefined;
  let inquiry: Promise<boolean> | undefined;
  let last = 0;
  let lost: Outage | undefined;
  let vain = 0;

  function note(number: number, request: WireRequest): Streak {
    streak ??= { from: number, since: clock.now(), count: 0, routes: new Set() };
    streak.from = Math.min(streak.from, number);
    streak.count += 1;
    streak.routes.add(routeOf(request));
    return streak;
  }

  /** Asks for what was answered before, again and again for a while. */
  async function inquire(seen: Streak, outcome: Outcome): Promise<boolean> {
    const reason = toSilence(outcome);
    const toOutage = (): Outage => ({ reason, from: seen.from, since: seen.since });
    for (const [index, wait] of WAITS.entries()) {
      await clock.sleep(wait, signal);
      const isThere = signal?.aborted === true || (await controls.isAnswered(ask));
      if (!isThere) continue;
      if (index > 0) outages.push({ ...toOutage(), to: last });
      streak = undefined;
      return true;
    }
    lost = toOutage();
    outages.push(lost);
    return false;
  }

  /** Whether the target is there after all, where so much speaks against it that it has to be asked. */
  async function isThere(number: number, request: WireRequest, outcome: Outcome): Promise<boolean> {
    const seen = note(number, request);
    const isSuspect = outcome.kind === 'unreachable' || (seen.count >= FAILURES && seen.routes.size >= ROUTES);
    if (!isSuspect) return true;
    inquiry ??= inquire(seen, outcome).finally(() => {
      inquiry = undefined;
    });
    return inquiry;
  }

  async function send(number: number, phase: Phase, [request, next]: Parameters<Interceptor>): Promise<Outcome> {
    const known = streak;
    const outcome = await next(request);
    last = Math.max(last, number);
    if (!isSilent(outcome)) {
      // An answer tells that the target was there when it was asked: nothing about what became silent since.
      if (streak === known) streak = undefined;
      controls.remember(request, outcome);
      return outcome;
    }
    if (lost || !(await isThere(number, request, outcome)) || outcome.kind !== 'unreachable') return outcome;
    // Nothing was sent, so that it is safe to send it again, even a write.
    return (await admit(phase)) ? next(request) : outcome;
  }

  return {
    outages,
    gate: (phase) => async (request, next) => {
      await inquiry;
      if (!lost) return next(request);
      if (phase !== 'clean-up') throw new BudgetSpent(toAway(lost));
      return vain >= FAILURES ? NOT_SENT : next(request);
    },
    watch: (number, phase) => async (request, next) => {
      const outcome = await send(number, phase, [request, next]);
      if (lost && phase === 'clean-up') vain = isSilent(outcome) ? vain + 1 : 0;
      return outcome;
    },
  };
}

const NOT_SENT: Outcome = { kind: 'unreachable', message: 'not sent, because the target does not answer any more' };
