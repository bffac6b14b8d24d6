import { HarnessError, Inconclusive } from '../errors.js';
import type { Interceptor, Phase, WireRequest } from '../exchange.js';
import { isGranted } from '../status.js';
import { toCount } from '../wording.js';
import { mistaken } from './authentication.js';

/** The most that a run may do to its target, whatever the target answers. */
export interface HarmBudget {
  /** Records that it creates in all. */
  readonly records: number;
  /** Records that it created and has not deleted yet. */
  readonly recordsAtOnce: number;
  /** Octets in the bodies that it sends. */
  readonly octets: number;
  /** Requests with a wrong password for the user of the run, whom a service may lock out. */
  readonly failedLogins: number;
}

/**
 * The methods of the interface, those by which HTTP asks about a resource, and one that only reads (RFC 4918 section 9.1)
 * and that no calendar has: `reference.errors.misplaced-method` sends it.
 */
export const METHODS: readonly string[] = ['GET', 'HEAD', 'OPTIONS', 'POST', 'PUT', 'PATCH', 'DELETE', 'PROPFIND'];

/** What is sent: by whom, when, and whether it creates a record. */
interface Sending {
  readonly phase: Phase;
  readonly as: string;
  readonly creates: boolean;
}

/** What a run has done to its target so far. */
export type Harm = Readonly<Record<keyof HarmBudget, number>>;

/** Holds the requests of a run to a budget of harm. */
interface HarmLimit {
  readonly done: Harm;
  /**
   * Throws HarnessError for a write to anything but the service, and for another method; Inconclusive for a request that
   * would do more than the budget grants. Clean-up may do that, and a GET may follow a link of the target within its origin.
   */
  intercept(sending: Sending): Interceptor;
}

const words: Readonly<Record<keyof HarmBudget, string>> = {
  records: 'records that a run may create',
  recordsAtOnce: 'records that a run may have at once',
  octets: 'octets that a run may send',
  failedLogins: 'wrong passwords that a run may send',
};

const kinds = ['records', 'recordsAtOnce', 'octets', 'failedLogins'] as const;

/** Opens the one place where harm is counted. `isWithin` says whether a request target, in origin-form, is of the service. */
export function createHarmLimit(budget: HarmBudget | undefined, isWithin: (target: string) => boolean): HarmLimit {
  const done = { records: 0, recordsAtOnce: 0, octets: 0, failedLogins: 0 };
  const deleted = new Set<string>();

  function expectStated({ method, target }: WireRequest): void {
    if (!METHODS.includes(method)) throw new HarnessError(`${method} is no method of a run; nothing was sent`);
    if (method !== 'GET' && !isWithin(target))
      throw new HarnessError(`${target} is outside the service; nothing was sent`);
  }

  function expectGranted(more: Harm): void {
    if (budget === undefined) return;
    const kind = kinds.find((one) => more[one] > 0 && done[one] + more[one] > budget[one]);
    if (kind) throw new Inconclusive(`the ${toCount(budget[kind])} ${words[kind]} are spent`);
  }

  function count(more: Harm, sign: 1 | -1): void {
    for (const kind of kinds) done[kind] += sign * more[kind];
  }

  return {
    done,
    intercept: (sending) => async (request, next) => {
      expectStated(request);
      const more = toHarm(request, sending);
      if (sending.phase !== 'clean-up') expectGranted(more);
      count(more, 1);
      const outcome = await next(request).catch((error: unknown) => {
        // It was not sent: the requests of the run are spent, say.
        count(more, -1);
        throw error;
      });
      const isGone = request.method === 'DELETE' && isGranted(outcome) && !deleted.has(request.target);
      if (isGone) deleted.add(request.target);
      // Whether a create without an answer made a record is not known.
      const isRefused = sending.creates && outcome.kind === 'response' && !isGranted(outcome);
      if (isGone || isRefused) done.recordsAtOnce = Math.max(0, done.recordsAtOnce - 1);
      return outcome;
    },
  };
}

const toHarm = ({ body }: WireRequest, { as, creates }: Sending): Harm => ({
  records: Number(creates),
  recordsAtOnce: Number(creates),
  octets: body?.length ?? 0,
  failedLogins: Number(mistaken.some((name) => name === as)),
});
