import type { Clock } from '../clock.js';
import type { Interceptor } from '../exchange.js';

export interface Stopwatch {
  readonly measure: Interceptor;
  /** How long the last attempt took, from sending to the end of the answer. */
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
