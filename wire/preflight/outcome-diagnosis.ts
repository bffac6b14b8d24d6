import { headerValue, headerValues, type Outcome, type WireResponse } from '../exchange.js';
import { decodeBody, parseJson, textOf, toText } from '../message-body.js';
import { isGranted, REDIRECTS } from '../status.js';
import { EXCESS } from '../transports/reception.js';
import { toCount } from '../wording.js';
import { diagnoseConnection, diagnoseProxyStatus } from './connection-diagnosis.js';
import { type Diagnosis, diagnosisOf, namesOf, type RequestContext } from './diagnosis.js';
import { answerTroubles, contentTroubles, proxyTroubles, statusTroubles, tlsTroubles } from './trouble-catalogue.js';
import { diagnoseNamedRoot, type Page, readPage, readsLikeFirewall, toTitle } from './web-page.js';

/** Explains why the content of a response is not JSON; undefined when it is. */
function diagnoseContent(response: WireResponse, url: string): Diagnosis | undefined {
  const octets = decodeBody(response);
  const coding = headerValue(response.headers, 'content-encoding') ?? '';
  if (!octets) return diagnosisOf(contentTroubles.coded, { url, coding });
  const text = toText(octets).trim();
  if (text === '') return diagnosisOf(contentTroubles.blank, { url, status: String(response.status) });
  return parseJson(text) === undefined ? diagnoseText(response, url) : undefined;
}

function diagnoseText(response: WireResponse, url: string): Diagnosis {
  const page = readPage(response);
  if (page) return diagnosePage(page, response, url);
  const type = headerValue(response.headers, 'content-type') ?? 'no type';
  return diagnosisOf(/json/i.test(type) ? contentTroubles.brokenJson : contentTroubles.notJson, { url, type });
}

function diagnosePage(page: Page, response: WireResponse, url: string): Diagnosis {
  const names = { url, title: toTitle(page), status: String(response.status) };
  if (readsLikeFirewall(response, page)) return diagnosisOf(contentTroubles.firewall, names);
  const kind = asksToLogIn(page, url) ? contentTroubles.loginPage : contentTroubles.page;
  return diagnoseNamedRoot(response, url) ?? diagnosisOf(kind, names);
}

const asksToLogIn = ({ title, start }: Page, url: string): boolean =>
  /log[\s-]?in|sign[\s-]?in/i.test(`${new URL(url).pathname} ${title}`) || /type=["']?password/i.test(start);

const { forbidden, notFound, tooMany, gateway, unavailable, failing, unexpected } = statusTroubles;

const byStatus: Readonly<Record<number, (typeof statusTroubles)[keyof typeof statusTroubles]>> = {
  403: forbidden,
  404: notFound,
  405: notFound,
  410: notFound,
  429: tooMany,
  502: gateway,
  503: unavailable,
  504: gateway,
};

/** Explains the status of a response. */
function diagnoseStatus(response: WireResponse, asked: RequestContext): Diagnosis {
  const { status, headers } = response;
  const { url } = asked;
  const next = headerValue(headers, 'location');
  if (REDIRECTS.includes(status) && next !== undefined) return diagnosisOf(answerTroubles.redirectsAway, { url, next });
  const stated = diagnoseStatedReason(response, asked);
  if (stated) return stated;
  const page = readPage(response);
  if (page && readsLikeFirewall(response, page)) {
    return diagnosisOf(contentTroubles.firewall, { url, status: String(status), title: toTitle(page) });
  }
  const pointed = status === 404 ? diagnoseNamedRoot(response, url) : undefined;
  if (pointed) return pointed;
  if (status === 401) return diagnosisOf(asked.authenticated ? statusTroubles.loginRefused : kindOf(response), { url });
  if (status === 407 && asked.connection.proxy) return diagnoseProxyStatus(status, asked);
  if (status === 407) return diagnosisOf(proxyTroubles.ofTarget, { url });
  const known = byStatus[status] ?? (status >= 500 ? failing : unexpected);
  return diagnosisOf(known, { url, status: String(status) });
}

/** Common servers report what went wrong below HTTP in a 400. */
function diagnoseStatedReason(response: WireResponse, asked: RequestContext): Diagnosis | undefined {
  const { host } = namesOf(asked);
  const text = response.status === 400 ? textOf(response).slice(0, 2_000) : '';
  if (/plain HTTP|HTTP request to an HTTPS/i.test(text)) return diagnosisOf(answerTroubles.plainToTls, { host });
  if (/No required SSL certificate/i.test(text)) return diagnosisOf(tlsTroubles.certificateWanted, { host });
  if (/SSL certificate error/i.test(text)) return diagnosisOf(tlsTroubles.certificateRefused, { host });
  return undefined;
}

function kindOf({ headers }: WireResponse) {
  const challenge = headerValues(headers, 'www-authenticate').join(', ');
  if (/\bbasic\b/i.test(challenge)) return statusTroubles.basicMissing;
  return /\bbearer\b/i.test(challenge) ? statusTroubles.bearerMissing : statusTroubles.loginMissing;
}

const { unended, stalled, notHttp, invalidHttp, reset, resetOverTls, truncated } = answerTroubles;

/** Where a parser got as far as the headers or the body, HTTP is spoken there. */
function kindOfMalformed(message: string) {
  if (message.startsWith(EXCESS)) return contentTroubles.excessive;
  return /header|chunk|Content-Length|Transfer-Encoding/i.test(message) ? invalidHttp : notHttp;
}

/** Explains why an outcome is not the response of a JSON service; undefined when it may be one. */
export function diagnose(outcome: Outcome, asked: RequestContext): Diagnosis | undefined {
  const names = namesOf(asked);
  if ('unended' in outcome && outcome.unended !== undefined) {
    return diagnosisOf(unended, { ...names, octets: toCount(outcome.unended) });
  }
  switch (outcome.kind) {
    case 'response':
      return diagnoseResponse(outcome.response, asked);
    case 'unreachable':
      return diagnoseConnection(outcome, asked);
    case 'reset':
      return diagnosisOf(asked.url.startsWith('https:') ? resetOverTls : reset, names);
    case 'stalled':
      return diagnosisOf(stalled, names);
    case 'malformed':
      return diagnosisOf(kindOfMalformed(outcome.message), { ...names, message: outcome.message });
    case 'truncated':
      return diagnosisOf(truncated, names);
  }
}

const diagnoseResponse = (response: WireResponse, asked: RequestContext): Diagnosis | undefined =>
  isGranted(response) ? diagnoseContent(response, asked.url) : diagnoseStatus(response, asked);
