import { withHeaders } from '../client/headers.js';
import { type HeaderPairs, headerValue, headerValues, type Outcome } from '../exchange.js';
import { createRemoteTransport } from '../transports/remote.js';

/** One address on the way that redirects lead, and where it leads to. */
export interface Visit {
  readonly url: string;
  readonly outcome: Outcome;
  readonly authenticated: boolean;
  readonly next: string | undefined;
}

export interface VisitOptions {
  /** Credentials and the like; they are not sent to another origin. */
  readonly headers?: HeaderPairs;
  /** For one answer, in ms. */
  readonly timeoutMs: number;
  readonly ca?: string;
  readonly insecure?: boolean;
}

/** In all, so that a person waits less than 10 s; only a longer `timeoutMs` makes it longer. */
const TOTAL_MS = 8_000;
const MAX_VISITS = 10;

/** Asks an address, and wherever it redirects to, until that ends or comes round. */
export async function followRedirects(start: URL, options: VisitOptions): Promise<readonly [Visit, ...Visit[]]> {
  const end = performance.now() + Math.max(TOTAL_MS, options.timeoutMs);
  const first = await visit(start, options);
  const visits: [Visit, ...Visit[]] = [first];
  let { next } = first;
  while (next !== undefined && visits.length < MAX_VISITS && !visits.some(({ url }) => url === next)) {
    const url = new URL(next);
    const { headers, ...rest } = options;
    const timeoutMs = Math.max(1, Math.min(options.timeoutMs, end - performance.now()));
    const own = url.origin === start.origin && headers ? { headers } : {};
    const following = await visit(url, { ...rest, ...own, timeoutMs });
    visits.push(following);
    next = following.next;
  }
  return visits;
}

async function visit(url: URL, { headers = [], ...options }: VisitOptions): Promise<Visit> {
  const transport = createRemoteTransport({ ...options, origin: url.origin, connections: 1 });
  try {
    const bare = { method: 'GET', target: url.pathname + url.search, headers: [] };
    const outcome = await transport.send(withHeaders(bare, headers));
    const authenticated = headerValues(headers, 'authorization').length > 0;
    return { url: url.href, outcome, authenticated, next: nextOf(outcome, url) };
  } finally {
    await transport.close();
  }
}

function nextOf(outcome: Outcome, url: URL): string | undefined {
  if (outcome.kind !== 'response' || ![301, 302, 303, 307, 308].includes(outcome.response.status)) return undefined;
  const location = headerValue(outcome.response.headers, 'location');
  if (location === undefined || !URL.canParse(location, url.href)) return undefined;
  const next = new URL(location, url);
  next.hash = '';
  return /^https?:$/.test(next.protocol) ? next.href : undefined;
}
