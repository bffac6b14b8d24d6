import type { Outcome } from './exchange.js';
import { parseAddress } from './preflight/address.js';
import { diagnose } from './preflight/diagnose.js';
import type { Diagnosis } from './preflight/diagnosis.js';
import { followRedirects, type Visit, type VisitOptions } from './preflight/visit.js';

export { diagnose } from './preflight/diagnose.js';
export type { Diagnosis } from './preflight/diagnosis.js';

export interface PreflightOptions extends VisitOptions {
  readonly url: string;
}

/** What a URL turned out to be: the answer of a JSON service, or a diagnosis. */
export type Preflight =
  | { readonly kind: 'answered'; readonly outcome: Outcome }
  | { readonly kind: 'unusable'; readonly diagnosis: Diagnosis };

/**
 * Asks a URL once, and goes where it redirects to only in order to say where that leads. Takes at most 8 s, or as long
 * as the time limit for one answer.
 */
export async function preflight({ url, ...options }: PreflightOptions): Promise<Preflight> {
  const address = parseAddress(url);
  if (address.kind === 'unusable') return address;
  const visits = await followRedirects(address.url, options);
  const [first] = visits;
  const diagnosis = first.next === undefined ? diagnose(first.outcome, first) : diagnoseRedirects(visits);
  return diagnosis ? { kind: 'unusable', diagnosis } : { kind: 'answered', outcome: first.outcome };
}

function diagnoseRedirects(visits: readonly [Visit, ...Visit[]]): Diagnosis {
  const [first] = visits;
  const last = visits.at(-1) ?? first;
  if (last.next !== undefined) return diagnoseEndless(visits, last.next);
  const diagnosis = diagnose(last.outcome, last);
  const needsLogin = last.outcome.kind === 'response' && [401, 403].includes(last.outcome.response.status);
  if (!diagnosis || needsLogin)
    return { seen: `${first.url} redirects to ${last.url}.`, advice: `Give ${last.url} instead.` };
  return { seen: `${first.url} redirects, and in the end ${diagnosis.seen}`, advice: diagnosis.advice };
}

function diagnoseEndless(visits: readonly Visit[], next: string): Diagnosis {
  const circle = visits.slice(visits.findIndex(({ url }) => url === next)).map(({ url }) => url);
  const round = visits.some(({ url }) => url === next);
  const seen = round
    ? `${visits[0]?.url} redirects in a circle: ${[...circle, next].join(', ')}.`
    : `${visits[0]?.url} redirects more than ${visits.length} times, at last to ${next}.`;
  return {
    seen,
    advice: 'Check which address the service takes for its own (http or https, host, closing slash), and give that.',
  };
}
