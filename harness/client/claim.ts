import type { Interceptor } from '../exchange.js';
import type { Journal } from '../journal.js';

/** The journal entry of one write; without a journal nothing is kept. */
export interface ClaimOptions {
  readonly journal: Journal | undefined;
  /** The number of the exchange: what becomes of the write is told to the journal under it. */
  readonly number: number;
  readonly claim: unknown;
}

/** Notes one request in the journal. */
export interface Claiming {
  readonly intend: Interceptor;
  /** The number under which the journal knows the request; none where it was not sent, or makes nothing. */
  intent(): { readonly intent?: number };
}

/** Writes to the journal how to find what a request makes, before it is sent; a request without a claim makes nothing. */
export function createClaim({ journal, number, claim }: ClaimOptions): Claiming {
  let isNoted = false;
  return {
    async intend(request, next) {
      if (claim !== undefined && journal) {
        isNoted = true;
        await journal.intend({ n: number, method: request.method, target: request.target, claim });
      }
      return next(request);
    },
    intent: () => (isNoted ? { intent: number } : {}),
  };
}
