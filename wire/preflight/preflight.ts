import type { Outcome } from '../exchange.js';
import { parseAddress } from './address.js';
import type { Diagnosis } from './diagnosis.js';
import { diagnose } from './outcome-diagnosis.js';
import { diagnoseRedirects, followRedirects, type VisitOptions } from './redirects.js';

/** The URL to look at first, and how to connect to it. */
export interface PreflightOptions extends VisitOptions {
  readonly url: string;
  /** The end of the URL that the person did not give, so that advice names what they did. */
  readonly below?: string;
}

/** What a URL turned out to be: the answer of a JSON service, or a diagnosis, with its own answer where it gave one. */
type Preflight =
  | { readonly kind: 'answered'; readonly outcome: Outcome }
  | { readonly kind: 'unusable'; readonly diagnosis: Diagnosis; readonly outcome?: Outcome };

/**
 * Asks a URL once, and goes where it redirects to only in order to say where that leads. Takes at most 8 s, however long
 * the time limit for one answer.
 */
export async function preflight({ url, below = '', ...options }: PreflightOptions): Promise<Preflight> {
  const address = parseAddress(url);
  if (address.kind === 'unusable') return address;
  const visits = await followRedirects(address.url, options);
  const [{ outcome, next, ...asked }] = visits;
  const diagnosis = next === undefined ? diagnose(outcome, asked) : diagnoseRedirects(visits, below);
  return diagnosis ? { kind: 'unusable', diagnosis, outcome } : { kind: 'answered', outcome };
}
