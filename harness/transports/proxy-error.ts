/** The way to a target ended at the proxy. The code is that of a failed connection, or `PROXY_STATUS_` and a status. */
export class ProxyError extends Error {
  override readonly name = 'ProxyError';
  readonly code: string;
  constructor(message: string, what: string) {
    super(message);
    this.code = `${PROXY}${what}`;
  }
}

/** What the codes of proxy errors begin with. */
export const PROXY = 'PROXY_';

/** Names what went wrong between us and the proxy, so that nobody takes it for the target's doing. */
export function toProxyError(error: Error): Error {
  if (error instanceof ProxyError) return error;
  return new ProxyError(error.message, 'code' in error ? String(error.code) : 'UNKNOWN');
}
