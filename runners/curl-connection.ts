import type { ConnectionOptions } from './connection.js';

/** How a run reached its target, as options of curl. What holds a secret is left to whoever repeats the request. */
export function toCurlConnection({ insecure, caFile, certificate, proxy }: ConnectionOptions): readonly string[] {
  const trust = insecure ? ['--insecure'] : [];
  const ca = caFile === undefined ? [] : ['--cacert', caFile];
  const cert = certificate ? ['--cert', certificate.cert] : [];
  const key = certificate?.key === undefined ? [] : ['--key', certificate.key];
  const way = proxy?.kind === 'url' ? ['--proxy', proxy.url] : [];
  return [...trust, ...ca, ...cert, ...key, ...way];
}
