import { setTimeout } from 'node:timers/promises';

/** Time as the kernel sees it; it enters once, in the runners, so that tests can own it. */
export interface Clock {
  /** Milliseconds since 1970-01-01T00:00:00Z. */
  now(): number;
  /** Resolves after so many milliseconds, or as soon as the signal is aborted. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
}

/** The machine's own clock. */
export const systemClock: Clock = {
  now: () => Date.now(),
  sleep: (ms, signal) => setTimeout(ms, undefined, { ...(signal && { signal }) }).catch(() => {}),
};
