import { headerValue, type WireResponse } from '../exchange.js';
import { textOf } from '../message-body.js';
import { FIREWALL_BLOCKS } from '../status.js';
import { type Diagnosis, diagnosisOf } from './diagnosis.js';
import { contentTroubles } from './trouble-catalogue.js';

/** An HTML page: its title, empty when there is none, and its beginning. */
export interface Page {
  readonly title: string;
  readonly start: string;
}

/** The beginning of a page identifies it; a hostile page may be megabytes long. In characters. */
const START = 64 * 1024;

/** Reads a response as a page; undefined when it is not HTML. */
export function readPage(response: WireResponse): Page | undefined {
  const text = textOf(response).slice(0, START).trim();
  const type = headerValue(response.headers, 'content-type') ?? '';
  const isMarkup = text.startsWith('<') && !/^<\?xml/i.test(text);
  return /html/i.test(type) || isMarkup ? { title: titleOf(text), start: text } : undefined;
}

/** The title in quotes, to be put after the word page. */
export const toTitle = ({ title }: Page): string => (title === '' ? '' : `, "${title}"`);

function titleOf(html: string): string {
  const tag = html.search(/<title[\s>]/i);
  const from = tag < 0 ? -1 : html.indexOf('>', tag);
  const to = from < 0 ? -1 : html.indexOf('<', from);
  return to < 0
    ? ''
    : html
        .slice(from + 1, to)
        .trim()
        .replace(/\s+/g, ' ');
}

/** Phrases of the block and challenge pages of common firewalls. */
const blocked =
  /access denied|access to this (page|site|resource) (is|has been)|\bblocked\b|firewall|not acceptable|mod_?security|request unsuccessful|incident id|requested url was rejected|security (check|service|policy|rule)|unusual traffic|automated (requests|queries)|are you (a )?(human|robot)|ddos/i;
const challenge =
  /just a moment|attention required|captcha|checking your browser|verify(ing)? (that )?you are (a )?human/i;

/** Whether a firewall sent this page instead of the service. */
export function readsLikeFirewall({ status, headers }: WireResponse, { title, start }: Page): boolean {
  if (headerValue(headers, 'cf-mitigated') !== undefined) return true;
  if (headerValue(headers, 'x-amzn-waf-action') !== undefined) return true;
  if (FIREWALL_BLOCKS.includes(status)) return blocked.test(start) || challenge.test(start);
  // A page with another status may contain any phrase; only its title is conclusive.
  return challenge.test(title);
}

/** The relation by which a WordPress site names its REST root, in a header or in its pages. */
const RELATION = 'https://api.w.org/';
const FAR_ENOUGH = 2_000;

/** Reports the REST root that a page of a site names; undefined where it names none, or one above the page. */
export function diagnoseNamedRoot(response: WireResponse, url: string): Diagnosis | undefined {
  const root = findRestRoot(response, url);
  // A page below the root that it names is one that the service sends instead of JSON.
  if (root === undefined || `${url}/`.startsWith(`${root}/`)) return undefined;
  return diagnosisOf(root.includes('?') ? contentTroubles.rootInQuery : contentTroubles.otherRoot, { url, root });
}

/** The root without a slash at its end. */
function findRestRoot(response: WireResponse, url: string): string | undefined {
  const link = inHeader(response) ?? inPage(response);
  if (link === undefined || !URL.canParse(link, url)) return undefined;
  const root = new URL(link, url);
  return /^https?:$/.test(root.protocol) ? root.href.replace(/\/+$/, '') : undefined;
}

function inHeader({ headers }: WireResponse): string | undefined {
  const links = (headerValue(headers, 'link') ?? '').slice(0, FAR_ENOUGH).split(',');
  return links.map((link) => (link.includes(RELATION) ? /<([^<>]*)>/.exec(link)?.[1] : undefined)).find(isThere);
}

function inPage(response: WireResponse): string | undefined {
  const start = readPage(response)?.start ?? '';
  const at = start.indexOf(RELATION);
  const from = start.lastIndexOf('<link', at);
  if (at < 0 || from < 0) return undefined;
  return /\shref=["']([^"']*)["']/.exec(start.slice(from, from + FAR_ENOUGH).split('>')[0] ?? '')?.[1];
}

const isThere = (link: string | undefined): link is string => link !== undefined;
