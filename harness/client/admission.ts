import type { Clock } from '../clock.js';
import { BudgetSpent } from '../errors.js';
import type { Phase } from '../exchange.js';
import { createPace } from './pace.js';

/** The limits of a run on its requests; a limit that is left out does not hold. */
export interface AdmissionOptions {
  readonly clock: Clock;
  /** Requests a second. */
  readonly rate?: number | undefined;
  readonly maxRequests?: number | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** Decides whether a request may go out now, and counts it. */
export interface Admission {
  /** Requests that were let out, repeats included. */
  readonly sent: number;
  /** Waits for the pace; gives a reason when nothing more may be sent. Clean-up is held back by the pace alone. */
  admit(phase: Phase): Promise<BudgetSpent | undefined>;
}

/** Opens the one gate of a run: pace, budget and interruption. */
export function createAdmission({
  clock,
  rate,
  maxRequests = Number.POSITIVE_INFINITY,
  signal,
}: AdmissionOptions): Admission {
  const pace = createPace(clock, rate);
  let sent = 0;

  function refusal(phase: Phase): BudgetSpent | undefined {
    if (phase === 'clean-up') return undefined;
    if (signal?.aborted) return new BudgetSpent('the run was interrupted');
    if (sent >= maxRequests) return new BudgetSpent(`all ${maxRequests} requests of the run are spent`);
    return undefined;
  }

  return {
    get sent() {
      return sent;
    },
    async admit(phase) {
      const early = refusal(phase);
      if (early) return early;
      await pace();
      const late = refusal(phase);
      if (!late) sent += 1;
      return late;
    },
  };
}
