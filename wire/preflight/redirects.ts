import { withHeaders } from '../client/authentication.js';
import { compose } from '../client/interceptors.js';
import { type HeaderPairs, headerValue, headerValues, type Interceptor, type Outcome } from '../exchange.js';
import { isDenied, REDIRECTS } from '../status.js';
import type { Connection } from '../transports/connection-options.js';
import { createRemoteTransport } from '../transports/remote.js';
import { type Diagnosis, diagnosisOf, type RequestContext } from './diagnosis.js';
import { diagnose } from './outcome-diagnosis.js';
import { isFollowed } from './followed-redirect.js';
import { answerTroubles } from './trouble-catalogue.js';

/** One address in a chain of redirects, and the next one. */
interface Visit extends RequestContext {
  readonly outcome: Outcome;
  readonly next: string | undefined;
}

/** How addresses are requested, and until when. */
export interface VisitOptions extends Connection {
  /** Credentials and the like; neither these nor a client certificate go to another origin. */
  readonly headers?: HeaderPairs;
  /** Marks each request, but none to another origin. */
  readonly trace?: Interceptor;
  /** When the last response must be there, by `performance.now()`; by default 8 s from now. */
  readonly until?: number;
}

/** For all requests before a run, so that people wait less than 10 s whatever happens. */
export const TOTAL_MS = 8_000;
const MAX_VISITS = 10;

/** Requests an address, and each to which it redirects within its site, until that ends, repeats or goes elsewhere. */
export async function followRedirects(start: URL, options: VisitOptions): Promise<readonly [Visit, ...Visit[]]> {
  const bounded = { ...options, until: options.until ?? performance.now() + TOTAL_MS };
  const first = await visit(start, bounded);
  const visits: [Visit, ...Visit[]] = [first];
  let { next } = first;
  while (next !== undefined && visits.length < MAX_VISITS && !visits.some(({ url }) => url === next)) {
    const url = new URL(next);
    if (!(await isFollowed(url, start))) break;
    const following = await visit(url, url.origin === start.origin ? bounded : toStranger(bounded));
    visits.push(following);
    next = following.next;
  }
  return visits;
}

/** What may be sent to an origin that was not given. */
const toStranger = ({ timeoutMs, until, insecure, ca, proxy }: Bounded): Bounded => ({
  timeoutMs,
  until,
  insecure: insecure === true,
  ...(ca !== undefined && { ca }),
  ...(proxy && { proxy }),
});

type Bounded = VisitOptions & Required<Pick<VisitOptions, 'until'>>;

async function visit(url: URL, { headers = [], trace, until, ...given }: Bounded): Promise<Visit> {
  const timeoutMs = Math.max(1, Math.min(given.timeoutMs, until - performance.now()));
  const connection = { ...given, timeoutMs };
  const transport = createRemoteTransport({ ...connection, origin: url.origin, connections: 1 });
  try {
    const bare = { method: 'GET', target: url.pathname + url.search, headers: [] };
    const send = compose(trace ? [trace] : [], transport.send);
    const outcome = await send(withHeaders(bare, headers));
    const authenticated = headerValues(headers, 'authorization').length > 0;
    return { url: url.href, outcome, authenticated, connection, next: nextOf(outcome, url) };
  } finally {
    await transport.close();
  }
}

function nextOf(outcome: Outcome, url: URL): string | undefined {
  if (outcome.kind !== 'response' || !REDIRECTS.includes(outcome.response.status)) return undefined;
  const location = headerValue(outcome.response.headers, 'location');
  if (location === undefined || !URL.canParse(location, url.href)) return undefined;
  const next = new URL(location, url);
  next.hash = '';
  return /^https?:$/.test(next.protocol) ? next.href : undefined;
}

const { redirects, redirectsWithin, redirectsElsewhere, circle, tooManyRedirects } = answerTroubles;

/** Explains redirects; `below` is the end of the address that was not given but added. */
export function diagnoseRedirects(visits: readonly [Visit, ...Visit[]], below: string): Diagnosis {
  const [first] = visits;
  const last = visits.at(-1) ?? first;
  if (last.next !== undefined) return diagnoseUnvisited(visits, { next: last.next, below });
  const diagnosis = diagnose(last.outcome, last);
  if (diagnosis && !isDenied(last)) return { ...diagnosis, via: first.url };
  const names = { url: first.url, next: last.url, given: withoutEnd(last.url, below) };
  return diagnosisOf(names.given === withoutEnd(first.url, below) ? redirectsWithin : redirects, names);
}

/** The address to give in order to reach this one. */
function withoutEnd(url: string, below: string): string {
  if (below === '') return url;
  const path = url.replace(/\/$/, '');
  return path.endsWith(below) ? path.slice(0, -below.length) : url;
}

/** An address that was not requested, as it was before, is one too many, or is elsewhere. */
function diagnoseUnvisited(
  visits: readonly [Visit, ...Visit[]],
  { next, below }: Readonly<Record<'next' | 'below', string>>,
): Diagnosis {
  const [{ url }] = visits;
  const from = visits.findIndex((visit) => visit.url === next);
  const count = String(visits.length);
  if (from < 0 && visits.length === MAX_VISITS) return diagnosisOf(tooManyRedirects, { url, count, next });
  if (from < 0) return diagnosisOf(redirectsElsewhere, { url, next, given: withoutEnd(next, below) });
  const round = [...visits.slice(from).map((visit) => visit.url), next];
  return diagnosisOf(circle, { url, circle: round.join(', ') });
}
