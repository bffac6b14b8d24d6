import type { Outcome } from '../exchange.js';
import { parseAddress } from './address.js';
import type { Diagnosis } from './diagnosis.js';
import { diagnose } from './outcome-diagnosis.js';
import { diagnoseRedirects, followRedirects, type VisitOptions } from './redirects.js';

/** The URL to request first, and how to connect to it. */
export interface PreflightOptions extends VisitOptions {
  readonly url: string;
  /** The end of the URL that was not given but added, so that advice names what was given. */
  readonly below?: string;
}

/** The response of a JSON service, or a diagnosis, with the outcome where a request was sent. */
type Preflight =
  | { readonly kind: 'answered'; readonly outcome: Outcome }
  | { readonly kind: 'unusable'; readonly diagnosis: Diagnosis; readonly outcome?: Outcome };

/**
 * Requests a URL once, and follows its redirects within its site, only to report where they end. Takes at most 8 s, whatever the time
 * limit of one request.
 */
export async function preflight({ url, below = '', ...options }: PreflightOptions): Promise<Preflight> {
  const address = parseAddress(url);
  if (address.kind === 'unusable') return address;
  const visits = await followRedirects(address.url, options);
  const [{ outcome, next, ...asked }] = visits;
  const diagnosis = next === undefined ? diagnose(outcome, asked) : diagnoseRedirects(visits, below);
  return diagnosis ? { kind: 'unusable', diagnosis, outcome } : { kind: 'answered', outcome };
}
