import type { Clock } from '../clock.js';
import { headerValue, type Interceptor, type Outcome } from '../exchange.js';

const MAX_REPEATS = 3;
const MAX_WAIT_MS = 30_000;
/** The wait when a 429 does not say how long. */
const DEFAULT_WAIT_MS = 1_000;

/** How a request that is to be repeated waits. */
interface RetryAfterOptions {
  readonly clock: Clock;
  /** Ends a wait early. */
  readonly signal?: AbortSignal | undefined;
  /** Called before each repeat; false returns the refusal as it is. */
  readonly mayRepeat: () => Promise<boolean>;
}

/**
 * Waits and repeats a request that was refused for now: 429, and 503 with Retry-After, at most three times and 30 s in
 * all. This is safe for writes: a refused request was not carried out (RFC 6585 section 4, RFC 9110 section 15.6.4).
 */
export function createRetryAfter({ clock, signal, mayRepeat }: RetryAfterOptions): Interceptor {
  return async (request, next) => {
    let outcome = await next(request);
    let left = MAX_WAIT_MS;
    for (let repeat = 0; repeat < MAX_REPEATS; repeat += 1) {
      const wait = waitOf(outcome, clock.now());
      if (wait === undefined || wait > left) return outcome;
      left -= wait;
      await clock.sleep(wait, signal);
      if (!(await mayRepeat())) return outcome;
      outcome = await next(request);
    }
    return outcome;
  };
}

function waitOf(outcome: Outcome, now: number): number | undefined {
  if (outcome.kind !== 'response') return undefined;
  const { status, headers } = outcome.response;
  if (status !== 429 && status !== 503) return undefined;
  const wait = parseRetryAfter(headerValue(headers, 'retry-after'), now);
  return wait ?? (status === 429 ? DEFAULT_WAIT_MS : undefined);
}

/** Seconds or a date (RFC 9110 section 10.2.3), as milliseconds from now. */
function parseRetryAfter(value: string | undefined, now: number): number | undefined {
  if (value === undefined) return undefined;
  if (/^\d+$/.test(value)) return Number(value) * 1_000;
  const date = Date.parse(value);
  return Number.isNaN(date) ? undefined : Math.max(0, date - now);
}

interface Stopwatch {
  readonly measure: Interceptor;
  /** How long the last attempt took, from sending to the end of the response. */
  ms(): number;
  /** When the last attempt was sent, in ms since the epoch. */
  at(): number;
}

/** Measures each attempt alone, without the waits before it. */
export function createStopwatch(clock: Clock): Stopwatch {
  let ms = 0;
  let start = clock.now();
  return {
    async measure(request, next) {
      start = clock.now();
      const outcome = await next(request);
      ms = clock.now() - start;
      return outcome;
    },
    ms: () => ms,
    at: () => start,
  };
}
