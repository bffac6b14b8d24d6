import type { Clock } from '../clock.js';
import { BudgetSpent } from '../errors.js';
import type { Interceptor, Outcome, Phase, Send, WireRequest } from '../exchange.js';
import { isGranted } from '../status.js';
import { isSilent, type Outage, routeOf, toAway, toSilence } from './outage.js';

/** Reads that succeeded before, to find out whether the target is there. */
interface Controls {
  remember(request: WireRequest, outcome: Outcome): void;
  /** Whether any of them is answered now. A target that never granted a read is not away: it is like that. */
  isAnswered(ask: (request: WireRequest) => Promise<Outcome | undefined>): Promise<boolean>;
}

/** How many are kept, each of another operation, so that one that has broken since does not decide alone. */
const KEPT = 3;

/** Keeps the first reads that succeed: the index and the lists, which stay. */
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
        // Once nothing may be sent, the target counts as there.
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
  /** Called before each extra request; false when nothing more may be sent. */
  readonly admit: (phase: Phase) => Promise<boolean>;
  readonly send: Send;
}

/** Cuts a run off from a target that is gone. */
interface Circuit {
  /** The outages so far; only the last one may not have ended. */
  readonly outages: readonly Outage[];
  /**
   * Waits while the target is being checked. Throws BudgetSpent when it is gone; clean-up may try all the same, until
   * it has failed too often.
   */
  gate(phase: Phase): Interceptor;
  /** Watches one request; one that was refused a connection is sent again once the target is back. */
  watch(number: number, phase: Phase): Interceptor;
}

/** So many silent requests in a row, of so many operations, are suspect: one broken route is not enough. */
const FAILURES = 8;
const ROUTES = 3;
/** The waits before each check of the target, in ms: a restart takes a moment. */
const WAITS = [0, 500, 1_000, 2_000, 4_000];

interface Streak {
  /** The lowest number of its exchanges: concurrent requests may fail in any order. */
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
  let checking: Promise<boolean> | undefined;
  let last = 0;
  let lost: Outage | undefined;
  let failedCleanUps = 0;

  function addToStreak(number: number, request: WireRequest): Streak {
    streak ??= { from: number, since: clock.now(), count: 0, routes: new Set() };
    streak.from = Math.min(streak.from, number);
    streak.count += 1;
    streak.routes.add(routeOf(request));
    return streak;
  }

  /** Repeats reads that succeeded before, for a while. */
  async function checkTarget(seen: Streak, outcome: Outcome): Promise<boolean> {
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

  /** Whether the target is there; it is asked only where an outage is likely. */
  async function isThere(number: number, request: WireRequest, outcome: Outcome): Promise<boolean> {
    const seen = addToStreak(number, request);
    const isSuspect = outcome.kind === 'unreachable' || (seen.count >= FAILURES && seen.routes.size >= ROUTES);
    if (!isSuspect) return true;
    checking ??= checkTarget(seen, outcome).finally(() => {
      checking = undefined;
    });
    return checking;
  }

  async function send(number: number, phase: Phase, [request, next]: Parameters<Interceptor>): Promise<Outcome> {
    const known = streak;
    const outcome = await next(request);
    last = Math.max(last, number);
    if (!isSilent(outcome)) {
      // A response shows that the target was there when this was sent; it says nothing of silence since.
      if (streak === known) streak = undefined;
      controls.remember(request, outcome);
      return outcome;
    }
    if (lost || !(await isThere(number, request, outcome)) || outcome.kind !== 'unreachable') return outcome;
    // Nothing was sent, so it is safe to send it again, even a write.
    return (await admit(phase)) ? next(request) : outcome;
  }

  return {
    outages,
    gate: (phase) => async (request, next) => {
      await checking;
      if (!lost) return next(request);
      if (phase !== 'clean-up') throw new BudgetSpent(toAway(lost));
      return failedCleanUps >= FAILURES ? NOT_SENT : next(request);
    },
    watch: (number, phase) => async (request, next) => {
      const outcome = await send(number, phase, [request, next]);
      if (lost && phase === 'clean-up') failedCleanUps = isSilent(outcome) ? failedCleanUps + 1 : 0;
      return outcome;
    },
  };
}

const NOT_SENT: Outcome = { kind: 'unreachable', message: 'not sent: the target stopped answering' };
