import type { Clock } from '../clock.js';
import { BudgetSpent, HarnessError } from '../errors.js';
import { type Interceptor, isSafe, type Phase, type Transport } from '../exchange.js';

/** Resolves when the next request is due: at most `rate` a second, evenly spaced; at once without a rate. */
function createPace(clock: Clock, rate: number | undefined): () => Promise<void> {
  if (rate === undefined) return async () => {};
  const spacing = 1_000 / rate;
  let next = 0;
  return async () => {
    const now = clock.now();
    const due = Math.max(now, next);
    next = due + spacing;
    if (due > now) await clock.sleep(due - now);
  };
}

/** The limits of a run on its requests; all are optional. */
interface AdmissionOptions {
  readonly clock: Clock;
  /** Requests a second. */
  readonly rate?: number | undefined;
  readonly maxRequests?: number | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** Decides whether a request may go out now, and counts it. */
interface Admission {
  /** Requests admitted so far, repeats included. */
  readonly sent: number;
  /** Waits for the pace and counts a request; false when nothing more may be sent. Clean-up only waits. */
  admits(phase: Phase): Promise<boolean>;
  /** Admits a request; throws BudgetSpent when nothing more may be sent. */
  intercept(phase: Phase): Interceptor;
}

/** Opens the one gate of a run: pace, budget and interruption. */
export function createAdmission({
  clock,
  rate,
  maxRequests = Number.POSITIVE_INFINITY,
  signal,
}: AdmissionOptions): Admission {
  const pace = createPace(clock, rate);
  let sent = 0;

  function refusal(phase: Phase): BudgetSpent | undefined {
    if (phase === 'clean-up') return undefined;
    if (signal?.aborted) return new BudgetSpent('the run was interrupted');
    if (sent >= maxRequests) return new BudgetSpent(`all ${maxRequests} requests of the run are spent`);
    return undefined;
  }

  async function admit(phase: Phase): Promise<BudgetSpent | undefined> {
    const early = refusal(phase);
    if (early) return early;
    await pace();
    const late = refusal(phase);
    if (!late) sent += 1;
    return late;
  }

  return {
    get sent() {
      return sent;
    },
    admits: async (phase) => (await admit(phase)) === undefined,
    intercept: (phase) => async (request, next) => {
      const spent = await admit(phase);
      if (spent) throw spent;
      return next(request);
    },
  };
}

/**
 * How many requests one execution of a check may have under way at a time. A run limits how many requirements it judges
 * at once; requests that a check sends concurrently must be concurrent, or it would provoke no race.
 */
export const AT_ONCE = 4;

/** Limits how much is under way at a time; the rest waits in order. */
export function createLimit(limit: number): <Result>(work: () => Promise<Result>) => Promise<Result> {
  const waiting: (() => void)[] = [];
  let free = limit;

  async function enter(): Promise<void> {
    if (free > 0) free -= 1;
    else await new Promise<void>((resolve) => waiting.push(resolve));
  }
  function leave(): void {
    const next = waiting.shift();
    if (next) next();
    else free += 1;
  }

  return async (work) => {
    await enter();
    try {
      return await work();
    } finally {
      leave();
    }
  };
}

/** Limits how many requests are under way at a time. */
export function createConcurrencyLimit(limit: number): Interceptor {
  const limited = createLimit(limit);
  return (request, next) => limited(() => next(request));
}

/** A transport that cannot write: any method but GET, HEAD and OPTIONS is a HarnessError before anything is sent. */
export function toReadonlyTransport(transport: Transport): Transport {
  return {
    async send(request) {
      if (!isSafe(request.method)) throw new HarnessError(`${request.method} in readonly mode; nothing was sent`);
      return transport.send(request);
    },
    close: () => transport.close(),
  };
}
