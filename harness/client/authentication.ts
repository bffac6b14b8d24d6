import { Inconclusive } from '../errors.js';
import { type HeaderPairs, headerValues, type Interceptor, type Outcome, type WireRequest } from '../exchange.js';
import { withHeaders } from './headers.js';

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
export interface AuthenticationOptions {
  readonly credential: Credential;
  /** Sent whoever asks. */
  readonly shared: HeaderPairs;
  /** Asked before a request is sent once more. */
  readonly mayRepeat: () => Promise<boolean>;
}

/** Says, for one request, who asks. */
export interface Authentication {
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

const statusOf = (outcome: Outcome): number => (outcome.kind === 'response' ? outcome.response.status : 0);

/** Whoever cannot say who it is does not reach the target. */
async function withoutProof(send: () => Promise<Outcome>): Promise<Outcome> {
  try {
    return await send();
  } catch (error) {
    if (error instanceof Inconclusive) return { kind: 'unreachable', message: error.message };
    throw error;
  }
}
