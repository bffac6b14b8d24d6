import { createPrivateKey, createPublicKey, type KeyObject } from 'node:crypto';
import { algorithmOf } from '../../reports/formats/signed-statement.js';
import { wrongUse } from './command-error.js';
import type { Environment } from './environment.js';
import { readTextFile } from './json-file.js';
import { fetchSecretText, type SecretSource } from './secrets.js';

const HOW =
  'openssl genpkey -algorithm ed25519 -out key.pem makes one, openssl pkey -in key.pem -pubout its public key';

/** Fetches the private key that signs statements. Throws a wrong use for anything but an Ed25519 or P-256 key in PEM. */
export async function fetchSigningKey(source: SecretSource, environment: Environment): Promise<KeyObject> {
  const text = await fetchSecretText(source, environment);
  return toUsable(() => createPrivateKey(text), '--sign needs a private key of the kind Ed25519 or P-256, in PEM');
}

/** Reads the public key of a file. Throws a wrong use likewise. */
export async function readPublicKey(path: string, environment: Environment): Promise<KeyObject> {
  const text = await readTextFile(path, environment);
  return toUsable(() => createPublicKey(text), `${path} is no public key of the kind Ed25519 or P-256, in PEM`);
}

function toUsable(create: () => KeyObject, problem: string): KeyObject {
  let key: KeyObject | undefined;
  try {
    key = create();
  } catch {
    // OpenSSL's words could quote the key.
  }
  if (key && algorithmOf(key) !== undefined) return key;
  throw wrongUse(`${problem}; ${HOW}.`);
}
