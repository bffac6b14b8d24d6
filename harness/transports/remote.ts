import { type Dispatcher, Pool } from 'undici';
import type { Send, Transport, WireRequest } from '../exchange.js';
import { toFreshRetry } from './fresh-retry.js';
import { toHeaderPairs, withIdentityCoding } from './header-pairs.js';
import { createReception } from './reception.js';
import { toGuarded } from './sendable.js';

export interface RemoteOptions {
  /** Scheme, host and port. */
  readonly origin: string;
  /** From sending to the end of the answer, connecting included. */
  readonly timeoutMs: number;
  readonly connections: number;
  /** Certificates to trust instead of the usual ones, in PEM. */
  readonly ca?: string;
  /** Trusts any certificate. */
  readonly insecure?: boolean;
}

/** Servers drop idle connections after 5 s (Node, Apache) or more; ours are dropped well before. */
const IDLE_MS = 2_000;

/** Carries requests to a URL over an undici Pool: no redirect is followed and no coding undone. */
export function createRemoteTransport(options: RemoteOptions): Transport {
  const kept = createPool(options, 1);
  const fresh = createPool(options, 0);
  const { timeoutMs } = options;
  return {
    send: toGuarded(toFreshRetry(sendOver(kept, timeoutMs), sendOver(fresh, timeoutMs))),
    async close() {
      await Promise.all([kept.destroy(), fresh.destroy()]);
    },
  };
}

/** A pipelining of 0 gives every request a connection of its own. */
function createPool({ origin, timeoutMs, connections, ca, insecure }: RemoteOptions, pipelining: 0 | 1): Pool {
  return new Pool(origin, {
    connections,
    pipelining,
    keepAliveTimeout: IDLE_MS,
    keepAliveMaxTimeout: IDLE_MS,
    maxHeaderSize: 65_536,
    headersTimeout: 0,
    bodyTimeout: 0,
    connect: { timeout: timeoutMs, rejectUnauthorized: !insecure, ...(ca !== undefined && { ca }) },
  });
}

const sendOver =
  (pool: Pool, timeoutMs: number): Send =>
  (request) => {
    let controller: Dispatcher.DispatchController | undefined;
    const reception = createReception({ timeoutMs, abort: () => controller?.abort(new Error('abandoned')) });
    pool.dispatch(toDispatch(request), {
      onRequestStart(started) {
        controller = started;
        reception.connected();
        if (reception.over) started.abort(new Error('abandoned before it was sent'));
      },
      onResponseStart({ rawHeaders }, status) {
        if (status >= 200) reception.begin(status, toHeaderPairs(Array.isArray(rawHeaders) ? rawHeaders : []));
      },
      onResponseData: (_, chunk) => reception.add(chunk),
      onResponseEnd: () => reception.complete(),
      onResponseError: (_, error) => reception.fail(error),
    });
    return reception.outcome;
  };

function toDispatch({ method, target, headers, body }: WireRequest): Dispatcher.DispatchOptions {
  return { method, path: target, headers: withIdentityCoding(headers).flat(), body: body ?? null };
}
