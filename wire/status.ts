import type { Exchange, Outcome } from './exchange.js';

/** Statuses that send a client to the address in Location (RFC 9110 section 15.4). */
export const REDIRECTS: readonly number[] = [301, 302, 303, 307, 308];

/** Statuses of a response that never has a body, whatever is written (RFC 9110 section 6.4.1). */
export const BODYLESS: readonly number[] = [204, 304];

/** The target judged the request and turned it down: what a requirement accepts as a refusal. */
export const REFUSALS: readonly number[] = [400, 403, 404, 409, 410, 413, 415, 422];

/** The form of the body is at fault; the other refusals are about the record, the address or the identity. */
export const BODY_REFUSALS: readonly number[] = [400, 415, 422];

/** About the identity, the speed or the rate, never about what is asked: a check that meets one is inconclusive. */
export const INCONCLUSIVE: readonly number[] = [401, 408, 429];

/** The identity has no right to this (RFC 9110 sections 15.5.2 and 15.5.4). */
export const DENIALS: readonly number[] = [401, 403];

/** How rights are refused: a denial, or 404, as a target may hide that a record exists. */
export const REFUSED_RIGHTS: readonly number[] = [...DENIALS, 404];

/** Nothing is at this address (RFC 9110 sections 15.5.5 and 15.5.11): proof enough that a record is gone. */
export const NOT_FOUND: readonly number[] = [404, 410];

/** No route is at this address: some servers match the path alone and refuse the method. */
export const NO_ROUTE: readonly number[] = [...NOT_FOUND, 405];

/** No record has this address: some targets call an id or slug malformed. Without 403, as a hidden record exists. */
export const NO_RECORD: readonly number[] = [...NOT_FOUND, 400];

/** The statuses that end a list where no record may be missed: another refusal may be a firewall's, in mid-list. */
export const PAST_THE_END: readonly number[] = [400, 404];

/** No record is visible at this address: it never existed, was deleted, or is denied to the identity. */
export const NO_VISIBLE_RECORD: readonly number[] = [...NO_RECORD, 403];

/** The answers of a target that lets one write at a time reach a record (RFC 9110 section 15.5.10, RFC 4918 11.3). */
export const CONFLICTS: readonly number[] = [409, 412, 423, 503];

/** The method is not supported: here, or nowhere on this server (RFC 9110 sections 15.5.6 and 15.6.2). */
export const UNSUPPORTED_METHOD: readonly number[] = [405, 501];

/** A server that is well and only lacks a method or a version (RFC 9110 sections 15.6.2 and 15.6.6). */
export const UNIMPLEMENTED: readonly number[] = [501, 505];

/** Statuses that firewalls block with; 418 and 999 are theirs alone. */
export const FIREWALL_BLOCKS: readonly number[] = [403, 405, 406, 409, 418, 429, 501, 503, 999];

/** Whatever has a status: an exchange or its outcome, if it was answered; a response or what was read of it. */
type Answered = Outcome | Pick<Exchange, 'outcome'> | { readonly status: number };

/** The status of a response; 0 where there was no complete one. */
export function statusOf(answered: Answered): number {
  if ('status' in answered) return answered.status;
  const outcome = 'outcome' in answered ? answered.outcome : answered;
  return outcome.kind === 'response' ? outcome.response.status : 0;
}

/** Whether a status is one of 2xx. */
export const isSuccess = (status: number): boolean => status >= 200 && status < 300;

/** Whether a request was granted: answered with 2xx. */
export const isGranted = (answered: Answered): boolean => isSuccess(statusOf(answered));

/** Whether a request was answered with any 4xx: to learn from a response, the reason does not matter. */
export const isClientError = (answered: Answered): boolean => statusOf(answered) >= 400 && statusOf(answered) < 500;

/** Whether a request was answered with 4xx or 5xx: nothing of what was asked for is shown. */
export const isError = (answered: Answered): boolean => statusOf(answered) >= 400;

/** Whether a request was refused for what it asks, where that is one of two ways to conform. */
export const isRefused = (answered: Answered): boolean => REFUSALS.includes(statusOf(answered));

/** Whether the identity has no right to what it asks. */
export const isDenied = (answered: Answered): boolean => DENIALS.includes(statusOf(answered));

/** Whether nothing was found, which is how some targets answer a list of nothing. */
export const isNotFound = (answered: Answered): boolean => statusOf(answered) === 404;

/** Whether a page after the first is refused because there is none: the status is open (gap.page.past-the-end). */
export const isNoPage = (answered: Answered): boolean =>
  isClientError(answered) && !INCONCLUSIVE.includes(statusOf(answered));

/** Whether a write was refused because of another one. */
export const isConflict = (answered: Answered): boolean => CONFLICTS.includes(statusOf(answered));
