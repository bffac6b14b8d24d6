import type { Clock } from '../clock.js';

/** Resolves when the next request is due, at most `rate` a second, evenly spaced; at once when there is no rate. */
export function createPace(clock: Clock, rate: number | undefined): () => Promise<void> {
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
