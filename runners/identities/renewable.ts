import type { Credential } from '../../harness/client/authentication.js';
import type { Clock } from '../../harness/clock.js';
import { Inconclusive } from '../../harness/errors.js';
import type { HeaderPairs } from '../../harness/exchange.js';
import { CommandError } from '../command-error.js';
import type { Proof } from './proof.js';

/** A proof of identity that is obtained again when it expires. */
export interface RenewableOptions {
  /** What was obtained already, to begin with. */
  readonly first: Proof;
  readonly obtain: () => Promise<Proof>;
  readonly clock: Clock;
}

/** What proves who asks, and since when, in ms since the epoch. */
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
    // Whoever asks for it is told; until then a failure is nobody's.
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

/** In the midst of a run nobody is told to use calproof otherwise: it is only that nothing can be told. */
const toInconclusive = (error: unknown): unknown =>
  error instanceof CommandError ? new Inconclusive(error.message) : error;
