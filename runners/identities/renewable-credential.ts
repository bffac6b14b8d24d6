import type { Credential } from '../../wire/client/authentication.js';
import type { Clock } from '../../wire/clock.js';
import { Inconclusive } from '../../wire/errors.js';
import type { HeaderPairs } from '../../wire/exchange.js';
import { isJsonObject, type JsonObject } from '../../wire/json.js';
import { CommandError, wrongUse } from '../input/command-error.js';
import { toBasic, toBearer, toField } from '../input/credentials.js';
import { type TokenEndpoint, toTokenEndpoint } from './token.js';

/** Header fields that prove who asks. */
export interface Proof {
  readonly headers: HeaderPairs;
  readonly secrets: readonly string[];
  /** For how long they are good, in ms; undefined where that is not known. */
  readonly lasts?: number;
}

/** What the source of an identity gave: header fields, or where to get a token. */
type Given =
  | { readonly kind: 'proof'; readonly proof: Proof }
  | { readonly kind: 'endpoint'; readonly endpoint: TokenEndpoint };

const FORMS =
  "user:password, Bearer TOKEN, 'Name: value', or a JSON object with a token_url or an access_token (see docs/identities.md)";

/** Parses the value of a source. The wrong use that it throws never quotes the secret. */
export function toGiven(text: string, name: string): Given {
  if (text.trimStart().startsWith('{')) return toGivenJson(toObject(text, name), name);
  if (/[\r\n]/.test(text)) throw wrongUse(`The secret of the identity ${name} has more than one line.`);
  if (/^bearer +\S/i.test(text)) return { kind: 'proof', proof: toBearer(text) };
  if (/^[^\s:]+:[ \t]/.test(text)) return { kind: 'proof', proof: toHeaderProof(text) };
  if (text.indexOf(':') > 0) return { kind: 'proof', proof: toBasic(text) };
  throw wrongUse(`The credentials of the identity ${name} have none of the accepted forms: ${FORMS}.`);
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
    // Invalid JSON is reported below, without quoting it.
  }
  throw wrongUse(
    `The credentials of the identity ${name} start like a JSON object but are not valid JSON; the accepted forms are ${FORMS}.`,
  );
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

/** A proof of identity that is obtained again when it expires. */
interface RenewableOptions {
  /** What was obtained already, to begin with. */
  readonly first: Proof;
  readonly obtain: () => Promise<Proof>;
  readonly clock: Clock;
}

/** The current proof, and since when, in ms since the epoch. */
interface Held {
  readonly proof: Promise<Proof>;
  readonly since: number;
}

/**
 * A proof as young as this is not what a 401 is about. So whoever answers all that is forbidden with 401 is not asked
 * for a token each time, and a failure to get one is not repeated with every request.
 */
const YOUNG_MS = 10_000;

/** How long before its end a proof is renewed: a tenth of its life, at most this long. */
const MARGIN_MS = 10_000;

/** A credential that is kept until it expires or is answered with 401, and then obtained once more. */
export function createRenewable({ first, obtain, clock }: RenewableOptions): Credential {
  let held: Held = { proof: Promise.resolve(first), since: clock.now() };

  function hold(): Held {
    const proof = obtain().catch((error: unknown) => Promise.reject(toInconclusive(error)));
    // The next caller receives the failure; until then nobody handles it.
    proof.catch(() => {});
    return { proof, since: clock.now() };
  }
  const isYoung = (): boolean => clock.now() - held.since < YOUNG_MS;

  async function current(): Promise<Proof> {
    const asked = held;
    const isOver = await asked.proof.then(
      ({ lasts }) => lasts !== undefined && clock.now() >= asked.since + lasts - Math.min(lasts / 10, MARGIN_MS),
      () => !isYoung(),
    );
    // Others may have renewed it while we waited.
    if (isOver && held === asked) held = hold();
    return held.proof;
  }

  return {
    headers: async () => (await current()).headers,
    async renew(refused) {
      const asked = held;
      const isRefused = isSame((await asked.proof).headers, refused);
      // Others may have renewed it while we waited.
      if (isRefused && held === asked) {
        if (isYoung()) return false;
        held = hold();
      }
      return !isSame((await held.proof).headers, refused);
    },
  };
}

const isSame = (one: HeaderPairs, other: HeaderPairs): boolean => JSON.stringify(one) === JSON.stringify(other);

/** During a run an invalid credential is no wrong use any more: verdicts become inconclusive. */
const toInconclusive = (error: unknown): unknown =>
  error instanceof CommandError ? new Inconclusive(error.message) : error;
