import type { Outcome, WireRequest } from '../exchange.js';
import { UNIMPLEMENTED } from '../status.js';

/** A time during which a target gave no sign of life. */
export interface Outage {
  /** How its requests came to nothing, in words. */
  readonly reason: string;
  /** The numbers of the first exchange that it took and of the last one; without `to` it lasts. */
  readonly from: number;
  readonly to?: number;
  /** When it began, in ms of the clock. */
  readonly since: number;
}

/** Whether an outcome is no sign of life: no answer at all, or an error of the server. */
export function isSilent(outcome: Outcome): boolean {
  if (outcome.kind !== 'response') return ['unreachable', 'reset', 'stalled'].includes(outcome.kind);
  const { status } = outcome.response;
  return status >= 500 && !UNIMPLEMENTED.includes(status);
}

/** What an outcome without a sign of life was, in a few words. */
export function toSilence(outcome: Outcome): string {
  if (outcome.kind === 'response') return `status ${outcome.response.status}`;
  if (outcome.kind === 'stalled') return 'no answer in time';
  if (outcome.kind === 'reset') return 'connections closed without an answer';
  if (outcome.kind !== 'unreachable') return outcome.kind;
  return outcome.code === 'ECONNREFUSED' ? 'connection refused' : outcome.message;
}

/** What an outage means for what was to be judged. */
export const toAway = ({ reason, to }: Outage): string =>
  to === undefined ? `the target does not answer any more (${reason})` : `the target was away for a moment (${reason})`;

/** The operation that a request stands for: ids and whatever else holds a digit are left out of its path. */
export function routeOf({ method, target }: WireRequest): string {
  const [path = ''] = target.split('?');
  return `${method} ${path
    .split('/')
    .map((segment) => (/\d/.test(segment) && !/^v\d+$/.test(segment) ? '*' : segment))
    .join('/')}`;
}
