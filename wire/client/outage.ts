import type { Outcome, WireRequest } from '../exchange.js';
import { UNIMPLEMENTED } from '../status.js';

/** A time during which the target did not answer. */
export interface Outage {
  /** How its requests failed, in words. */
  readonly reason: string;
  /** The numbers of its first and last exchange; an outage without `to` has not ended. */
  readonly from: number;
  readonly to?: number;
  /** When it began, in ms of the clock. */
  readonly since: number;
}

/** Whether there was no response: not in time, or no connection lasted that long. */
export const isUnanswered = ({ kind }: Outcome): boolean => ['unreachable', 'reset', 'stalled'].includes(kind);

/** Whether an outcome suggests an outage: no response, or an error of the server. */
export function isSilent(outcome: Outcome): boolean {
  if (outcome.kind !== 'response') return isUnanswered(outcome);
  const { status } = outcome.response;
  return status >= 500 && !UNIMPLEMENTED.includes(status);
}

/** A silent outcome in a few words. */
export function toSilence(outcome: Outcome): string {
  if (outcome.kind === 'response') return `status ${outcome.response.status}`;
  if (outcome.kind === 'stalled') return 'timed out';
  if (outcome.kind === 'reset') return 'connections closed without a response';
  if (outcome.kind !== 'unreachable') return outcome.kind;
  return outcome.code === 'ECONNREFUSED' ? 'connection refused' : outcome.message;
}

/** An outage as the reason why something was not judged. */
export const toAway = ({ reason, to }: Outage): string =>
  to === undefined ? `the target stopped answering (${reason})` : `the target was briefly unavailable (${reason})`;

/** The operation of a request: segments with a digit, such as ids, are left out of its path. */
export function routeOf({ method, target }: WireRequest): string {
  const [path = ''] = target.split('?');
  return `${method} ${path
    .split('/')
    .map((segment) => (/\d/.test(segment) && !/^v\d+$/.test(segment) ? '*' : segment))
    .join('/')}`;
}
