import { request as requestPlain } from 'node:http';
import { request as requestOverTls, type RequestOptions } from 'node:https';
import type { Socket } from 'node:net';
import { buildConnector } from 'undici';
import { isSuccess } from '../status.js';
import type { ClientCertificate, Connection, Proxy } from './connection-options.js';

/** The proxy opened no connection. The code is that of a failed connection, or `PROXY_STATUS_` and a status. */
class ProxyError extends Error {
  override readonly name = 'ProxyError';
  readonly code: string;
  constructor(message: string, what: string) {
    super(message);
    this.code = `${PROXY}${what}`;
  }
}

/** The prefix of the codes of proxy errors. */
export const PROXY = 'PROXY_';

/** Marks an error between us and the proxy, so that the target is not blamed for it. */
function toProxyError(error: Error): Error {
  if (error instanceof ProxyError) return error;
  return new ProxyError(error.message, 'code' in error ? String(error.code) : 'UNKNOWN');
}

/** The proxy and the authority of a CONNECT request (RFC 9110 section 9.3.6). */
interface TunnelOptions extends Pick<Connection, 'timeoutMs' | 'ca' | 'insecure'> {
  readonly proxy: Proxy;
  /** Host and port to be connected to. */
  readonly authority: string;
}

/** Asks a proxy for a tunnel (RFC 9110 section 9.3.6). Rejects with a ProxyError when it opens none. */
function openTunnel(options: TunnelOptions): Promise<Socket> {
  const request = ask(options);
  return new Promise<Socket>((resolve, reject) => {
    const late = new ProxyError(`no tunnel within ${options.timeoutMs} ms`, 'ETIMEDOUT');
    const timer = setTimeout(() => request.destroy(late), options.timeoutMs);
    request.once('connect', ({ statusCode = 0 }, socket: Socket, head) => {
      clearTimeout(timer);
      if (isSuccess(statusCode)) {
        if (head.length > 0) socket.unshift(head);
        return resolve(socket);
      }
      socket.destroy();
      reject(new ProxyError(`the proxy answers ${statusCode}`, `STATUS_${statusCode}`));
    });
    request.once('error', (error) => {
      clearTimeout(timer);
      reject(toProxyError(error));
    });
    request.end();
  });
}

function ask({ proxy, authority, ca, insecure }: TunnelOptions) {
  const { protocol, hostname, port } = new URL(proxy.origin);
  const options: RequestOptions = {
    method: 'CONNECT',
    host: hostname.replace(/^\[|\]$/g, ''),
    port: port === '' ? undefined : port,
    path: authority,
    agent: false,
    headers: { Host: authority, ...(proxy.authorization && { 'Proxy-Authorization': proxy.authorization }) },
  };
  if (protocol === 'http:') return requestPlain(options);
  return requestOverTls({ ...options, rejectUnauthorized: !insecure, ...(ca !== undefined && { ca }) });
}

/** How connections to a target are opened: TLS, proxy and timeouts. */
interface ConnectorOptions extends Connection {
  /** Scheme, host and port of the target. */
  readonly origin: string;
  /** Called when the other side aborts TLS; undici forgets that as soon as the connection is closed. */
  readonly onAlert: (alert: Error) => void;
}

/** Whether a proxy is asked for the target's resources; otherwise it is asked for a tunnel (RFC 9112 section 3.2). */
export const isForwarded = ({ origin, proxy }: Pick<ConnectorOptions, 'origin' | 'proxy'>): boolean =>
  proxy !== undefined && origin.startsWith('http:');

/** Opens connections for a pool: to the target, to a forwarding proxy, or through a proxy's tunnel. */
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

function build({ timeoutMs, insecure, ca }: Connection, certificate?: ClientCertificate): buildConnector.connector {
  const connect = buildConnector({
    timeout: timeoutMs,
    rejectUnauthorized: !insecure,
    ...(ca !== undefined && { ca }),
    ...certificate,
  });
  return (to, callback) =>
    connect(to, (...[error, socket]) => (error ? callback(withSystemCode(error), null) : callback(null, socket)));
}

/** A timeout is the same whether undici, the system or the reception notices it first. */
function withSystemCode(error: Error): Error {
  const isLate = 'code' in error && error.code === 'UND_ERR_CONNECT_TIMEOUT';
  return isLate ? Object.assign(new Error(error.message), { code: 'ETIMEDOUT' }) : error;
}

/** The client certificate is for the target; the proxy never gets it. */
function toProxy(options: ConnectorOptions): buildConnector.connector {
  const connect = build(options);
  return (to, callback) =>
    connect(to, (...[error, socket]) => (error ? callback(toProxyError(error), null) : callback(null, socket)));
}

/** undici's own ProxyAgent does this too, but loses repeated header fields, and the response of the proxy. */
function through(proxy: Proxy, options: ConnectorOptions): buildConnector.connector {
  const connect = build(options, options.certificate);
  return (to, callback) => {
    openTunnel({ ...options, proxy, authority: `${to.hostname}:${to.port || 443}` }).then(
      (httpSocket) => connect({ ...to, httpSocket }, callback),
      (error: Error) => callback(error, null),
    );
  };
}
