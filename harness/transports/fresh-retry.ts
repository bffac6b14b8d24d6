import type { Send } from '../exchange.js';
import { isSafe } from '../method.js';

/**
 * Sends over kept connections, and once more over a connection of its own when a read was reset before any answer: the
 * server may close an idle connection while we use it, which is no fault (RFC 9112 section 9.3.1). A write is never
 * sent twice; once such a close was seen, all requests get connections of their own, so that no write meets one.
 */
export function toFreshRetry(kept: Send, fresh: Send): Send {
  let keeps = true;
  return async (request) => {
    if (!keeps) return fresh(request);
    const outcome = await kept(request);
    if (outcome.kind !== 'reset' || !isSafe(request.method)) return outcome;
    const again = await fresh(request);
    if (again.kind === 'response') keeps = false;
    return again;
  };
}
