import { setTimeout } from 'node:timers/promises';

/** The source of time; it enters once, in the runners, so that tests can control it. */
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

interface Sleeper {
  readonly due: number;
  readonly wake: () => void;
}

/**
 * A clock that only sleeps advance, from so many milliseconds since 1970-01-01T00:00:00Z. Each turn of the event loop
 * wakes the sleeper that is due first, so that waiting takes no time and always happens in the same order.
 */
export function createVirtualClock(start: number): Clock {
  const sleepers: Sleeper[] = [];
  let now = start;

  function wakeFirst(): void {
    const first = sleepers.toSorted((one, other) => one.due - other.due)[0];
    if (!first) return;
    now = Math.max(now, first.due);
    wake(first);
  }
  function wake(sleeper: Sleeper): void {
    const at = sleepers.indexOf(sleeper);
    if (at >= 0) sleepers.splice(at, 1);
    sleeper.wake();
  }

  return {
    now: () => now,
    sleep(ms, signal) {
      if (signal?.aborted) return Promise.resolve();
      return new Promise((resolve) => {
        const abort = (): void => wake(sleeper);
        const sleeper: Sleeper = {
          due: now + ms,
          wake() {
            signal?.removeEventListener('abort', abort);
            resolve();
          },
        };
        sleepers.push(sleeper);
        signal?.addEventListener('abort', abort, { once: true });
        setImmediate(wakeFirst);
      });
    },
  };
}
