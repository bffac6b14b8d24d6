import { buildConnector } from 'undici';
import type { ClientCertificate, Connection, Proxy } from './connection.js';
import { toProxyError } from './proxy-error.js';
import { openTunnel } from './tunnel.js';

/** How connections to a target are opened: TLS, proxy and timeouts. */
export interface ConnectorOptions extends Connection {
  /** Scheme, host and port of the target. */
  readonly origin: string;
  /** Told when the other side breaks TLS off; undici forgets that as soon as the connection is closed. */
  readonly onAlert: (alert: Error) => void;
}

/** Whether a proxy is asked for the target's resources; else it is asked for a tunnel (RFC 9112 section 3.2). */
export const isForwarded = ({ origin, proxy }: Pick<ConnectorOptions, 'origin' | 'proxy'>): boolean =>
  proxy !== undefined && origin.startsWith('http:');

/** Opens connections for a pool: to the target, to a proxy that is asked for it, or through a proxy's tunnel. */
export function createConnector(options: ConnectorOptions): buildConnector.connector {
  const connect = choose(options);
  return (to, callback) =>
    connect(to, (...[error, socket]) => {
      if (error) return callback(error, null);
      socket.on('error', (alert) => isTlsError(alert) && options.onAlert(alert));
      callback(null, socket);
    });
}

const isTlsError = (error: Error): boolean => 'code' in error && String(error.code).startsWith('ERR_SSL_');

function choose(options: ConnectorOptions): buildConnector.connector {
  const { proxy, certificate } = options;
  if (!proxy) return build(options, certificate);
  return isForwarded(options) ? toProxy(options) : through(proxy, options);
}

const build = ({ timeoutMs, insecure, ca }: Connection, certificate?: ClientCertificate): buildConnector.connector =>
  buildConnector({
    timeout: timeoutMs,
    rejectUnauthorized: !insecure,
    ...(ca !== undefined && { ca }),
    ...certificate,
  });

/** The certificate that we show to the target is none of the proxy's business. */
function toProxy(options: ConnectorOptions): buildConnector.connector {
  const connect = build(options);
  return (to, callback) =>
    connect(to, (...[error, socket]) => (error ? callback(toProxyError(error), null) : callback(null, socket)));
}

/** undici's own ProxyAgent does this too, but it loses repeated header fields, and what the proxy answered. */
function through(proxy: Proxy, options: ConnectorOptions): buildConnector.connector {
  const connect = build(options, options.certificate);
  return (to, callback) => {
    openTunnel({ ...options, proxy, authority: `${to.hostname}:${to.port || 443}` }).then(
      (httpSocket) => connect({ ...to, httpSocket }, callback),
      (error: Error) => callback(error, null),
    );
  };
}
