import type { CurlOptions } from '../harness/curl.js';
import type { ConnectionOptions } from './connection.js';

/** How a run reached its target, as options of curl. What holds a secret is left to whoever repeats the request. */
export function toCurlConnection({
  insecure,
  caFile,
  certificate,
  proxy,
}: ConnectionOptions): Omit<CurlOptions, 'origin'> {
  const ca = caFile === undefined ? [] : ['--cacert', caFile];
  const cert = certificate ? ['--cert', certificate.cert] : [];
  const key = certificate?.key === undefined ? [] : ['--key', certificate.key];
  const way = proxy?.kind === 'url' ? ['--proxy', proxy.url] : [];
  return { insecure, connection: [...ca, ...cert, ...key, ...way] };
}
