import { createSecureContext } from 'node:tls';
import type { ClientCertificate } from '../harness/transports/connection.js';
import { wrongUse } from './command-error.js';
import type { Environment } from './environment.js';
import { readTextFile } from './json-file.js';

/** The files of `--cert` and `--key`. */
export interface CertificateFiles {
  readonly cert: string;
  /** Left out, the key stands in the file of the certificate. */
  readonly key?: string;
}

/** Reads a client certificate and its key. Throws a wrong use when they are none, or do not belong together. */
export async function readClientCertificate(files: CertificateFiles, environment: Environment) {
  const cert = await readTextFile(files.cert, environment);
  const keyFile = files.key ?? files.cert;
  const key = await readTextFile(keyFile, environment);
  if (!cert.includes('-----BEGIN CERTIFICATE-----')) throw wrongUse(`${files.cert} holds no certificate in PEM.`);
  if (!/-----BEGIN [A-Z ]*PRIVATE KEY-----/.test(key)) throw wrongUse(toNoKey(files));
  if (/ENCRYPTED/.test(key)) {
    throw wrongUse(`The private key in ${keyFile} is encrypted; give a file that only you can read, with a plain one.`);
  }
  return checked({ cert, key }, `${files.cert} and ${keyFile}`);
}

const toNoKey = ({ cert, key }: CertificateFiles): string =>
  key === undefined
    ? `${cert} holds no private key in PEM; name the file that does with --key.`
    : `${key} holds no private key in PEM.`;

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
        ? `The certificate and the key in ${place} do not belong together.`
        : `The certificate and the key in ${place} cannot be used; check that both are whole, in PEM.`,
    );
  }
}
