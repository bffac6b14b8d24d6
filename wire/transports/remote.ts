import { Readable } from 'node:stream';
import { type Dispatcher, Pool } from 'undici';
import { type HeaderPairs, headerValues, type Send, type Transport, type WireRequest } from '../exchange.js';
import type { Connection } from './connection-options.js';
import { createConnector, isForwarded } from './connector.js';
import { createReception } from './reception.js';
import { chunksOf, toFreshRetry, toGuarded, toHeaderPairs, withIdentityCoding } from './sending.js';

/** Where a target is, and how many connections to it may be open at a time. */
interface RemoteOptions extends Connection {
  /** Scheme, host and port. */
  readonly origin: string;
  readonly connections: number;
}

/** Servers close idle connections after 5 s (Node, Apache) or more; we close ours well before. */
const IDLE_MS = 2_000;

/** The limit of Node's own client, in octets: a run keeps the heads of all responses. */
const MAX_HEAD = 16_384;

/** Carries requests to a URL over an undici Pool: it follows no redirects and undoes no coding. */
export function createRemoteTransport(options: RemoteOptions): Transport {
  const kept = createLine(options, 1);
  const fresh = createLine(options, 0);
  return {
    send: toGuarded(toFreshRetry(kept.send, fresh.send, kept.isBroken)),
    async close() {
      await Promise.all([kept.close(), fresh.close()]);
    },
  };
}

interface Line extends Transport {
  /** Whether the other side has closed a connection, or sent what no request asked for. */
  readonly isBroken: () => boolean;
}

/** A pipelining of 0 gives every request a connection of its own. */
function createLine(options: RemoteOptions, pipelining: 0 | 1): Line {
  let alert: Error | undefined;
  let isBroken = false;
  const onAlert = (error: Error): void => {
    alert = error;
  };
  const pool = createPool({ ...options, onAlert }, pipelining);
  pool.on('disconnect', (_origin, _targets, { name }) => {
    isBroken ||= name === 'SocketError' || name === 'HTTPParserError';
  });
  // A server may abort TLS when we believe that we are connected: its alert explains the closed connection.
  const explain = (error: Error): Error => {
    const reason = error.message === 'other side closed' ? (alert ?? error) : error;
    alert = undefined;
    return reason;
  };
  return {
    send: sendOver(pool, { ...options, explain }),
    close: () => pool.destroy(),
    isBroken: () => isBroken,
  };
}

/** What a pool of connections is opened with. */
interface PoolOptions extends RemoteOptions {
  readonly onAlert: (alert: Error) => void;
}

function createPool(options: PoolOptions, pipelining: 0 | 1): Pool {
  const { origin, connections, proxy } = options;
  return new Pool(proxy && isForwarded(options) ? proxy.origin : origin, {
    connections,
    pipelining,
    keepAliveTimeout: IDLE_MS,
    keepAliveMaxTimeout: IDLE_MS,
    maxHeaderSize: MAX_HEAD,
    headersTimeout: 0,
    bodyTimeout: 0,
    connect: createConnector(options),
  });
}

/** How a request is sent to a remote target; `explain` replaces an error by its cause. */
interface SendOptions extends RemoteOptions {
  readonly explain: (error: Error) => Error;
}

function sendOver(pool: Pool, { explain, ...options }: SendOptions): Send {
  const { timeoutMs } = options;
  return (request) => {
    let controller: Dispatcher.DispatchController | undefined;
    const reception = createReception({ timeoutMs, abort: () => controller?.abort(new Error('abandoned')) });
    pool.dispatch(toDispatch(request, options), {
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
      onResponseError: (_, error) => reception.fail(explain(error)),
    });
    return reception.outcome;
  };
}

function toDispatch(request: WireRequest, options: RemoteOptions): Dispatcher.DispatchOptions {
  const { method, target, headers } = request;
  // undici sends a stream in chunks, and says so itself.
  const own = withIdentityCoding(headers.filter(([name]) => name.toLowerCase() !== 'transfer-encoding'));
  const chunks = chunksOf(request);
  const body = chunks ? Readable.from(chunks, { objectMode: false }) : (request.body ?? null);
  if (!isForwarded(options)) return { method, path: target, headers: own.flat(), body };
  return { method, path: `${options.origin}${target}`, headers: withProxyFields(own, options).flat(), body };
}

/** The fields for a forwarding proxy: the host, and our credentials. Reports never show them. */
function withProxyFields(headers: HeaderPairs, { origin, proxy }: RemoteOptions): HeaderPairs {
  const named = headerValues(headers, 'host').length > 0;
  const host: HeaderPairs = named ? [] : [['Host', new URL(origin).host]];
  const login: HeaderPairs = proxy?.authorization === undefined ? [] : [['Proxy-Authorization', proxy.authorization]];
  return [...host, ...headers, ...login];
}
