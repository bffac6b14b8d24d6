import type { Interceptor } from '../exchange.js';
import type { Journal } from '../journal.js';

export interface ClaimOptions {
  readonly journal: Journal | undefined;
  /** The number of the exchange: what becomes of the write is told to the journal under it. */
  readonly number: number;
  readonly claim: unknown;
}

/** Writes to the journal how to find what a request makes, before it is sent; a request without a claim makes nothing. */
export function createClaim({ journal, number, claim }: ClaimOptions): Interceptor {
  return async (request, next) => {
    if (claim !== undefined)
      await journal?.intend({ n: number, method: request.method, target: request.target, claim });
    return next(request);
  };
}
