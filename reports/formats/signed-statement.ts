import { createHash, createPublicKey, type KeyObject, sign, verify } from 'node:crypto';
import { isJsonArray, isJsonObject, type JsonObject, type JsonValue } from '../../wire/json.js';
import { parseJson } from '../../wire/message-body.js';
import { toJsonText } from '../../wire/printable.js';
import type { RunReport } from '../run-report-schema.js';
import { toStatement, toStatementHash } from './statement.js';

/** The type of what an envelope holds: an in-toto statement. */
const PAYLOAD_TYPE = 'application/vnd.in-toto+json';
const STATEMENT_TYPE = 'https://in-toto.io/Statement/v1';
const PREDICATE_TYPE = 'urn:calproof:statement:1';

/** The algorithm of `sign` for the keys that signatures are made with: Ed25519, and ECDSA over P-256 with SHA-256. */
export function algorithmOf({ asymmetricKeyType, asymmetricKeyDetails }: KeyObject): 'sha256' | null | undefined {
  if (asymmetricKeyType === 'ed25519') return null;
  return asymmetricKeyType === 'ec' && asymmetricKeyDetails?.namedCurve === 'prime256v1' ? 'sha256' : undefined;
}

/** The bytes that are signed: DSSE v1, "Pre-Authentication Encoding". */
const toSigned = (type: string, payload: Buffer): Buffer =>
  Buffer.concat([Buffer.from(`DSSEv1 ${Buffer.byteLength(type)} ${type} ${payload.length} `), payload]);

/** The SHA-256 of a public key as SubjectPublicKeyInfo, in hexadecimal digits. */
const keyIdOf = (key: KeyObject): string => {
  const open = key.type === 'public' ? key : createPublicKey(key);
  return createHash('sha256')
    .update(open.export({ type: 'spki', format: 'der' }))
    .digest('hex');
};

/**
 * A statement of conformance in a signed envelope (DSSE v1): the predicate of an in-toto statement v1. Its subject is the
 * target, by the digest of the statement and, where the version of the target is a commit, by that commit.
 */
export function toSignedStatement(report: RunReport, key: KeyObject): string {
  const predicate = JSON.parse(toStatement(report)) as JsonObject;
  const { url, namespace, targetVersion = '' } = report;
  const commit = /^[0-9a-f]{40}$/.test(targetVersion) && { gitCommit: targetVersion };
  const digest = { sha256: toStatementHash(predicate), ...commit };
  const subject = [{ name: `${url}/${namespace}`, digest }];
  const whole = { _type: STATEMENT_TYPE, subject, predicateType: PREDICATE_TYPE, predicate };
  const payload = Buffer.from(JSON.stringify(whole));
  const sig = sign(algorithmOf(key), toSigned(PAYLOAD_TYPE, payload), key).toString('base64');
  const envelope = { payload: payload.toString('base64'), payloadType: PAYLOAD_TYPE };
  return toJsonText({ ...envelope, signatures: [{ keyid: keyIdOf(key), sig }] });
}

/** What became of a check of a signature. */
export type Verified =
  | { readonly kind: 'valid'; readonly statement: JsonObject; readonly keyId: string }
  | { readonly kind: 'invalid'; readonly why: string };

const invalid = (why: string): Verified => ({ kind: 'invalid', why });

/** Verifies a signed statement with a public key; undefined for a value that is no envelope. */
export function verifyStatement(envelope: JsonValue, key: KeyObject): Verified | undefined {
  if (!isJsonObject(envelope)) return undefined;
  const { payload, payloadType, signatures } = envelope;
  if (typeof payload !== 'string' || typeof payloadType !== 'string' || !isJsonArray(signatures)) return undefined;
  const bytes = Buffer.from(payload, 'base64');
  const signed = toSigned(payloadType, bytes);
  const isMine = (one: JsonValue): boolean =>
    isJsonObject(one) && typeof one.sig === 'string' && isSignature(signed, key, one.sig);
  if (!signatures.some(isMine)) return invalid('no signature in it is of this key and of this text');
  return payloadType === PAYLOAD_TYPE ? readSigned(bytes, key) : invalid(`it holds ${payloadType}`);
}

const isSignature = (signed: Buffer, key: KeyObject, signature: string): boolean =>
  verify(algorithmOf(key), signed, key, Buffer.from(signature, 'base64'));

function readSigned(bytes: Buffer, key: KeyObject): Verified {
  const whole = parseJson(bytes.toString());
  const { predicateType, predicate } = isJsonObject(whole) ? whole : {};
  if (predicateType !== PREDICATE_TYPE || !isJsonObject(predicate)) return invalid('it is no statement of calproof');
  if (predicate.sha256 !== toStatementHash(predicate)) return invalid('its sha256 is not that of its text');
  return { kind: 'valid', statement: predicate, keyId: keyIdOf(key) };
}
