import { createSecureContext } from 'node:tls';
import type { ClientCertificate, Connection } from '../../wire/transports/connection-options.js';
import { wrongUse } from '../input/command-error.js';
import type { Environment } from '../input/environment.js';
import { readTextFile } from '../input/json-file.js';
import type { ConnectionFlags } from '../options/connection-flags.js';
import { fetchProxy, type ProxyOption, toProxyOption } from './proxy-option.js';

/** The files of `--cert` and `--key`. */
interface CertificateFiles {
  readonly cert: string;
  /** Left out, the key stands in the file of the certificate. */
  readonly key?: string;
}

/** Reads a client certificate and its key. Throws a wrong use when they are none, or do not match. */
async function readClientCertificate(files: CertificateFiles, environment: Environment) {
  const cert = await readTextFile(files.cert, environment);
  const keyFile = files.key ?? files.cert;
  const key = await readTextFile(keyFile, environment);
  if (!cert.includes('-----BEGIN CERTIFICATE-----')) throw wrongUse(`${files.cert} contains no PEM certificate.`);
  if (!/-----BEGIN [A-Z ]*PRIVATE KEY-----/.test(key)) throw wrongUse(toNoKey(files));
  if (/ENCRYPTED/.test(key)) {
    throw wrongUse(
      `The private key in ${keyFile} is encrypted; give a file with an unencrypted key that only you can read.`,
    );
  }
  return checked({ cert, key }, `${files.cert} and ${keyFile}`);
}

const toNoKey = ({ cert, key }: CertificateFiles): string =>
  key === undefined
    ? `${cert} contains no PEM private key; give its file with --key.`
    : `${key} contains no PEM private key.`;

/**
 * A certificate and its key that belong together. Throws a wrong use otherwise, without the library's own words: nobody
 * knows what of the key they hold. `place` says where both stand.
 */
export function checked(certificate: ClientCertificate, place: string): ClientCertificate {
  try {
    createSecureContext(certificate);
    return certificate;
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : '';
    throw wrongUse(
      code === 'ERR_OSSL_X509_KEY_VALUES_MISMATCH'
        ? `The certificate and the key in ${place} do not match.`
        : `The certificate and the key in ${place} cannot be used; check that both are complete PEM.`,
    );
  }
}

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
  if (cert === undefined && key !== undefined) throw wrongUse('--key needs --cert, the certificate of the key.');
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

/** How a run reached its target, as options of curl. What holds a secret is left to whoever repeats the request. */
export function toCurlConnection({ insecure, caFile, certificate, proxy }: ConnectionOptions): readonly string[] {
  const trust = insecure ? ['--insecure'] : [];
  const ca = caFile === undefined ? [] : ['--cacert', caFile];
  const cert = certificate ? ['--cert', certificate.cert] : [];
  const key = certificate?.key === undefined ? [] : ['--key', certificate.key];
  const way = proxy?.kind === 'url' ? ['--proxy', proxy.url] : [];
  return [...trust, ...ca, ...cert, ...key, ...way];
}
