import { STATUS_CODES } from 'node:http';
import { type HeaderPairs, headerValue } from '../../wire/exchange.js';
import { bodyText, decodeBody } from '../../wire/message-body.js';
import { toJsonText } from '../../wire/printable.js';
import { toOctets } from '../exchange-json.js';
import type { ReportedExchange, ReportedMessage } from '../exchange-schema.js';
import type { RunReport } from '../run-report-schema.js';
import { type Failed, hasCounterexample } from '../standing.js';

/** What a HAR entry has besides its exchange (HAR 1.2). */
interface EntryOptions {
  readonly origin: string;
  /** Of the run, for an exchange without a time of its own. */
  readonly started: string;
  /** The page it belongs to. */
  readonly page: string;
  readonly comment: string;
}

/** The size of what is not known. */
const UNKNOWN = -1;

/** An exchange as an entry of an HTTP Archive. Only the whole time is known: it stands as waiting. */
const toEntry = (exchange: ReportedExchange, { origin, started, page, comment }: EntryOptions) => ({
  pageref: page,
  startedDateTime: exchange.sent ?? started,
  time: exchange.ms,
  request: toRequest(exchange, origin),
  response: toResponse(exchange),
  cache: {},
  timings: { send: 0, wait: exchange.ms, receive: 0 },
  comment,
  // A member of our own begins with an underscore.
  ...(exchange.traceparent !== undefined && { _traceparent: exchange.traceparent }),
});

function toRequest({ request }: ReportedExchange, origin: string) {
  const path = request.target.startsWith('/') ? request.target : `/${request.target}`;
  const url = `${origin}${toUri(path)}`;
  const postData = request.body && toPostData(request);
  return {
    method: request.method,
    url,
    ...toHead(request),
    queryString: toPairs([...new URLSearchParams(request.target.split('?').slice(1).join('?'))]),
    ...(postData && { postData }),
    bodySize: request.body ? toOctets(request).length : 0,
  };
}

/**
 * Request targets need not be valid URIs, but readers of archives accept nothing else. Without the flag `i`, for which
 * the long s is an s and the Kelvin sign a k.
 */
const toUri = (target: string): string =>
  target.replace(/%(?![0-9A-Fa-f]{2})|[^!$-;=?-Z_a-z~]/gu, (sign) => encodeURIComponent(Buffer.from(sign).toString()));

/** The format has no place for a request body that is not text: it stands as Base64, and the comment says so. */
function toPostData(message: ReportedMessage) {
  const octets = toOctets(message);
  const text = bodyText(octets);
  const mimeType = typeOf(message.headers);
  if (text !== undefined) return { mimeType, text };
  return { mimeType, text: Buffer.from(octets).toString('base64'), comment: 'base64' };
}

/** Without a response the status is 0, as browsers write it, and the text says what happened. */
function toResponse({ outcome }: ReportedExchange) {
  const none = { status: 0, ...toHead({ headers: [] }), content: { size: 0, mimeType: NO_TYPE }, redirectURL: '' };
  if (!('response' in outcome))
    return { ...none, statusText: outcome.kind, bodySize: UNKNOWN, comment: outcome.message };
  const { response, kind } = outcome;
  return {
    status: response.status,
    statusText: STATUS_CODES[response.status] ?? '',
    ...toHead(response),
    content: toContent(response),
    redirectURL: headerValue(response.headers, 'location') ?? '',
    bodySize: toOctets(response).length,
    ...(kind === 'truncated' && { comment: 'cut off before its end' }),
  };
}

/** The decoded body, as viewers expect it; Base64 where it is not text. */
function toContent(response: ReportedMessage & { readonly status: number }) {
  const sent = toOctets(response);
  const octets = decodeBody({ ...response, body: sent }) ?? sent;
  const text = bodyText(octets);
  const shown = text === undefined ? { text: Buffer.from(octets).toString('base64'), encoding: 'base64' } : { text };
  return {
    size: octets.length,
    ...(octets.length !== sent.length && { compression: octets.length - sent.length }),
    mimeType: typeOf(response.headers),
    ...shown,
  };
}

const toHead = ({ headers }: Pick<ReportedMessage, 'headers'>) => ({
  httpVersion: 'HTTP/1.1',
  // Cookies are secrets, which no report holds.
  cookies: [],
  headers: toPairs(headers),
  headersSize: UNKNOWN,
});

const toPairs = (pairs: HeaderPairs) => pairs.map(([name, value]) => ({ name, value }));

const NO_TYPE = 'x-unknown';
const typeOf = (headers: HeaderPairs): string => headerValue(headers, 'content-type') ?? NO_TYPE;

/**
 * All exchanges of all failures, known ones too, as an HTTP Archive 1.2, which browsers and proxies open. Each failed
 * requirement is a page in it.
 */
export function toHar(report: RunReport): string {
  const failed = report.requirements.filter(hasCounterexample);
  return toJsonText({
    log: {
      version: '1.2',
      creator: { name: 'calproof', version: report.version },
      pages: failed.map((one) => toPage(one, report)),
      entries: failed.flatMap((one) => toEntries(one, report)),
      comment: report.conclusion,
    },
  });
}

const startOf = ({ started, now }: RunReport): string => started ?? now;

function toPage({ id, level, statement, verdict }: Failed, report: RunReport) {
  const { expected, observed } = verdict.counterexample.deviation;
  return {
    startedDateTime: verdict.counterexample.exchanges[0]?.sent ?? startOf(report),
    id,
    title: `${id} (${level}${verdict.outcome === 'known' ? ', known' : ''}): ${statement}`,
    pageTimings: {},
    comment: `expected ${expected}, observed ${observed}`,
  };
}

function toEntries({ id, verdict }: Failed, report: RunReport) {
  const { deviation, exchanges } = verdict.counterexample;
  const { origin } = new URL(report.url);
  return exchanges.map((exchange) => {
    const shows = exchange.number === deviation.exchange ? ', shows the failure' : '';
    const comment = `${id}: request ${exchange.number}, ${exchange.phase}${shows}`;
    return toEntry(exchange, { origin, started: startOf(report), page: id, comment });
  });
}
