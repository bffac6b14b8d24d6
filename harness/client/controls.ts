import type { Outcome, WireRequest } from '../exchange.js';
import { isSilent, routeOf } from './outage.js';

/** Reads that were answered well before, to find out whether a target is there. */
export interface Controls {
  remember(request: WireRequest, outcome: Outcome): void;
  /** Whether any of them is answered now. A target that never answered well is not away: that is how it is. */
  isAnswered(ask: (request: WireRequest) => Promise<Outcome | undefined>): Promise<boolean>;
}

/** How many are kept, each of another operation, so that one that broke since does not decide alone. */
const KEPT = 3;

/** Keeps the first reads that are answered well: the index and the lists, which stay. */
export function createControls(): Controls {
  const kept = new Map<string, WireRequest>();
  return {
    remember(request, outcome) {
      if (kept.size >= KEPT || request.method !== 'GET' || !isGood(outcome)) return;
      const route = routeOf(request);
      if (!kept.has(route)) kept.set(route, request);
    },
    async isAnswered(ask) {
      for (const request of kept.values()) {
        const outcome = await ask(request);
        // Where nothing may be sent any more, nothing is to be found out.
        if (!outcome || !isSilent(outcome)) return true;
      }
      return kept.size === 0;
    },
  };
}

const isGood = (outcome: Outcome): boolean =>
  outcome.kind === 'response' && outcome.response.status >= 200 && outcome.response.status < 300;
