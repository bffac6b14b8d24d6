import type { HeaderPairs } from '../../harness/exchange.js';
import { isJsonObject, type JsonObject } from '../../harness/json.js';
import { wrongUse } from '../command-error.js';
import { toBasic, toBearer, toField } from '../credentials.js';
import { type TokenEndpoint, toTokenEndpoint } from './token-endpoint.js';

/** Header fields that prove who asks. */
export interface Proof {
  readonly headers: HeaderPairs;
  readonly secrets: readonly string[];
  /** For how long they are good, in ms; undefined where that is not known. */
  readonly lasts?: number;
}

/** What the source of an identity gave: header fields, or where to get a token. */
export type Given =
  | { readonly kind: 'proof'; readonly proof: Proof }
  | { readonly kind: 'endpoint'; readonly endpoint: TokenEndpoint };

const FORMS =
  "user:password, Bearer TOKEN, 'Name: value', or a JSON object with a token_url or an access_token (see docs/identities.md)";

/** Understands what a source gave. Throws a wrong use, which does not tell the secret, for what it cannot be. */
export function toGiven(text: string, name: string): Given {
  if (text.trimStart().startsWith('{')) return toGivenJson(toObject(text, name), name);
  if (/[\r\n]/.test(text)) throw wrongUse(`The secret of the identity ${name} has more than one line.`);
  if (/^bearer +\S/i.test(text)) return { kind: 'proof', proof: toBearer(text) };
  if (/^[^\s:]+:[ \t]/.test(text)) return { kind: 'proof', proof: toHeaderProof(text) };
  if (text.indexOf(':') > 0) return { kind: 'proof', proof: toBasic(text) };
  throw wrongUse(`What proves the identity ${name} is none of the forms that can be sent: ${FORMS}.`);
}

function toHeaderProof(text: string): Proof {
  const field = toField(text);
  return { headers: [field], secrets: [field[1]] };
}

function toObject(text: string, name: string): JsonObject {
  try {
    const value: unknown = JSON.parse(text);
    if (isJsonObject(value as JsonObject)) return value as JsonObject;
  } catch {
    // What is no JSON is told below, without showing it.
  }
  throw wrongUse(`What proves the identity ${name} begins like a JSON object and is none; the forms are ${FORMS}.`);
}

function toGivenJson(json: JsonObject, name: string): Given {
  const { access_token: token, expires_in: seconds } = json;
  if (typeof token !== 'string') return { kind: 'endpoint', endpoint: toTokenEndpoint(json, name) };
  return { kind: 'proof', proof: toTokenProof(token, seconds) };
}

/** A token as it is sent: RFC 6750. `seconds` is `expires_in` of RFC 6749 section 5.1, which some send as text. */
export function toTokenProof(token: string, seconds: unknown): Proof {
  const lasts = Number(seconds) * 1000;
  return { ...toBearer(token), ...(seconds !== undefined && lasts > 0 && { lasts }) };
}
