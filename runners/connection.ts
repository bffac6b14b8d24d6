import type { Connection } from '../harness/transports/connection.js';
import { type CertificateFiles, readClientCertificate } from './client-certificate.js';
import { wrongUse } from './command-error.js';
import type { ConnectionFlags } from './connection-flags.js';
import type { Environment } from './environment.js';
import { readTextFile } from './json-file.js';
import { fetchProxy, type ProxyOption, toProxyOption } from './proxy.js';

/** How a target is reached, as given on the command line: files and secrets are not read yet. */
export interface ConnectionOptions {
  readonly timeoutMs: number;
  readonly insecure: boolean;
  readonly caFile?: string;
  readonly certificate?: CertificateFiles;
  readonly proxy?: ProxyOption;
}

/** Reads how a target is reached. Throws a wrong use for options that make no sense together. */
export function toConnectionOptions({ timeout, insecure, ca, cert, key, proxy }: ConnectionFlags): ConnectionOptions {
  if (cert === undefined && key !== undefined) throw wrongUse('--key needs --cert, the certificate it belongs to.');
  return {
    timeoutMs: timeout,
    insecure: insecure === true,
    ...(ca !== undefined && { caFile: ca }),
    ...(cert !== undefined && { certificate: { cert, ...(key !== undefined && { key }) } }),
    ...(proxy !== undefined && { proxy: toProxyOption(proxy) }),
  };
}

/** A connection ready for use, and what of it must not be shown. */
export interface Opened {
  readonly connection: Connection;
  readonly secrets: readonly string[];
}

/** Reads the files and secrets that a connection to an origin needs. Throws a wrong use when they cannot be used. */
export async function openConnection(
  options: ConnectionOptions,
  origin: string,
  environment: Environment,
): Promise<Opened> {
  const { timeoutMs, insecure, caFile, certificate, proxy } = options;
  const found = proxy && (await fetchProxy(proxy, origin, environment));
  const connection: Connection = {
    timeoutMs,
    insecure,
    ...(caFile !== undefined && { ca: await readTextFile(caFile, environment) }),
    ...(certificate && { certificate: await readClientCertificate(certificate, environment) }),
    ...(found && { proxy: found.proxy }),
  };
  return { connection, secrets: found?.secrets ?? [] };
}
