import { Inconclusive } from '../errors.js';
import {
  type HeaderPairs,
  headerValues,
  type Interceptor,
  isSafe,
  type Outcome,
  type WireRequest,
} from '../exchange.js';
import { version } from '../package.js';
import { statusOf } from '../status.js';

/**
 * Completes a request's headers: its own first, then those given for the run, then ours, each only when the name is not
 * there yet. A read asks caches to stand aside, so that staleness is the target's own.
 */
export function withHeaders(request: WireRequest, ...given: readonly HeaderPairs[]): WireRequest {
  return { ...request, headers: [...given, standardHeaders(request)].reduce(complete, request.headers) };
}

function complete(headers: HeaderPairs, further: HeaderPairs): HeaderPairs {
  const names = new Set(headers.map(([name]) => name.toLowerCase()));
  return [...headers, ...further.filter(([name]) => !names.has(name.toLowerCase()))];
}

function standardHeaders({ method }: WireRequest): HeaderPairs {
  const always: HeaderPairs = [
    ['Accept', 'application/json'],
    ['User-Agent', `calproof/${version}`],
  ];
  return isSafe(method) ? [...always, ['Cache-Control', 'no-cache']] : always;
}

/** What proves who asks. It may change during a run. */
export interface Credential {
  /** The header fields to send now. Rejects with CannotTell while there are none to be had. */
  headers(): Promise<HeaderPairs>;
  /** Whether there are others, once these were answered with 401. */
  renew(refused: HeaderPairs): Promise<boolean>;
}

/** A credential that stays as it is. */
export const toFixedCredential = (headers: HeaderPairs): Credential => ({
  headers: () => Promise.resolve(headers),
  renew: () => Promise.resolve(false),
});

/** What proves who asks, and whether a refused proof may be renewed and sent again. */
interface AuthenticationOptions {
  readonly credential: Credential;
  /** Sent whoever asks. */
  readonly shared: HeaderPairs;
  /** Asked before a request is sent once more. */
  readonly mayRepeat: () => Promise<boolean>;
}

/** Says, for one request, who asks. */
interface Authentication {
  readonly intercept: Interceptor;
  /** A request with all that its sender sends along. */
  complete(request: WireRequest): WireRequest;
}

/**
 * Completes a request with what proves who asks. One that is answered with 401 is sent once more where there is a new
 * proof: it was not carried out (RFC 9110 section 15.5.2).
 */
export function createAuthentication({ credential, shared, mayRepeat }: AuthenticationOptions): Authentication {
  let proof: HeaderPairs = [];
  const complete = (request: WireRequest): WireRequest => withHeaders(request, proof, shared);
  return {
    complete,
    intercept: (request, next) =>
      withoutProof(async () => {
        proof = await credential.headers();
        const outcome = await next(complete(request));
        const isDoubted = statusOf(outcome) === 401 && !provesItself(request, proof);
        if (!isDoubted || !(await credential.renew(proof)) || !(await mayRepeat())) return outcome;
        proof = await credential.headers();
        return next(complete(request));
      }),
  };
}

/** Whether a request says itself who asks. */
const provesItself = ({ headers }: WireRequest, proof: HeaderPairs): boolean =>
  proof.some(([name]) => headerValues(headers, name).length > 0);

/** Whoever cannot say who it is does not reach the target. */
async function withoutProof(send: () => Promise<Outcome>): Promise<Outcome> {
  try {
    return await send();
  } catch (error) {
    if (error instanceof Inconclusive) return { kind: 'unreachable', message: error.message };
    throw error;
  }
}

/** Who proves nothing. */
export const ANONYMOUS = 'anonymous';

/** Who asks where nothing else is said. */
export const DEFAULT_IDENTITY = 'default';
