import { request as requestPlain } from 'node:http';
import { request as requestOverTls, type RequestOptions } from 'node:https';
import type { Socket } from 'node:net';
import type { Connection, Proxy } from './connection.js';
import { ProxyError, toProxyError } from './proxy-error.js';

/** The proxy and the authority of a CONNECT request (RFC 9110 section 9.3.6). */
export interface TunnelOptions extends Pick<Connection, 'timeoutMs' | 'ca' | 'insecure'> {
  readonly proxy: Proxy;
  /** Host and port to be connected to. */
  readonly authority: string;
}

/** Asks a proxy for a tunnel (RFC 9110 section 9.3.6). Rejects with a ProxyError when there will be none. */
export function openTunnel(options: TunnelOptions): Promise<Socket> {
  const request = ask(options);
  return new Promise<Socket>((resolve, reject) => {
    const late = new ProxyError(`no tunnel within ${options.timeoutMs} ms`, 'ETIMEDOUT');
    const timer = setTimeout(() => request.destroy(late), options.timeoutMs);
    request.once('connect', ({ statusCode = 0 }, socket: Socket, head) => {
      clearTimeout(timer);
      if (statusCode >= 200 && statusCode < 300) {
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
