import type { Interceptor } from '../exchange.js';

/**
 * How many requests one execution of a check may have under way at a time. Runs are limited by how many requirements
 * are judged at the same time; what a check sends side by side must go side by side, or it would see no race.
 */
export const AT_ONCE = 4;

/** Lets at most so many requests be under way at a time; the others wait in order. */
export function createConcurrencyLimit(limit: number): Interceptor {
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

  return async (request, next) => {
    await enter();
    try {
      return await next(request);
    } finally {
      leave();
    }
  };
}
