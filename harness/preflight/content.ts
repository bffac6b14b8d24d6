import { parseJson, toText } from '../body.js';
import { decodeBody } from '../content-coding.js';
import { headerValue, type WireResponse } from '../exchange.js';
import { type Diagnosis, diagnosisOf } from './diagnosis.js';
import { readsLikeFirewall } from './firewall.js';
import { type Page, readPage, toTitle } from './page.js';
import { diagnoseNamedRoot } from './rest-root.js';
import { contentTroubles } from './troubles/content.js';

/** Says why the content of an answer is not JSON; undefined when it is. */
export function diagnoseContent(response: WireResponse, url: string): Diagnosis | undefined {
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
