import { headerValue, headerValues, type WireResponse } from '../exchange.js';
import { textOf } from '../body.js';
import { type RequestContext, namesOf } from './asked.js';
import { type Diagnosis, diagnosisOf } from './diagnosis.js';
import { readsLikeFirewall } from './firewall.js';
import { readPage, toTitle } from './page.js';
import { diagnoseProxyStatus } from './proxy.js';
import { diagnoseNamedRoot } from './rest-root.js';
import { REDIRECTS } from './redirect-statuses.js';
import { answerTroubles } from './troubles/answer.js';
import { contentTroubles } from './troubles/content.js';
import { proxyTroubles } from './troubles/proxy.js';
import { statusTroubles } from './troubles/status.js';
import { tlsTroubles } from './troubles/tls.js';

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

/** Says what an answer's status means for someone who gave an address. */
export function diagnoseStatus(response: WireResponse, asked: RequestContext): Diagnosis {
  const { status, headers } = response;
  const { url } = asked;
  const next = headerValue(headers, 'location');
  if (REDIRECTS.includes(status) && next !== undefined) return diagnosisOf(answerTroubles.redirectsAway, { url, next });
  const told = diagnoseStatedReason(response, asked);
  if (told) return told;
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

/** Common servers answer what went wrong below HTTP with a 400 that says so. */
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
