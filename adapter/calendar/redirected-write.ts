import { type Exchange, isSafe } from '../../wire/exchange.js';
import { redirectTarget } from '../../wire/link.js';
import { statusOf } from '../../wire/status.js';
import type { Site } from '../profile/target-profile.js';
import { pathWithin } from '../reading/paths.js';

/** A request that a write was redirected to. */
export interface RedirectedWrite {
  readonly method: string;
  /** The path below the namespace. */
  readonly path: string;
  readonly target: string;
}

/**
 * Where a write is to be sent on to: the same write with 307 and 308, a read of what came of it with 303 (RFC 9110
 * section 15.4). Undefined for any other answer, as clients differ in what they make of a write with 301 and 302, and
 * for one out of the calendar.
 */
export function toRedirectedWrite(site: Site, { request, outcome }: Exchange): RedirectedWrite | undefined {
  const status = statusOf(outcome);
  if (isSafe(request.method) || ![303, 307, 308].includes(status)) return undefined;
  const target = redirectTarget(outcome, request.target);
  const path = target === undefined ? undefined : pathWithin(site, target);
  if (target === undefined || path === undefined) return undefined;
  return { method: status === 303 ? 'GET' : request.method, path, target };
}
