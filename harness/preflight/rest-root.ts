import { headerValue, type WireResponse } from '../exchange.js';
import { type Diagnosis, diagnosisOf } from './diagnosis.js';
import { readPage } from './page.js';
import { contentTroubles } from './troubles/content.js';

/** The relation by which a WordPress site names its REST root, in a header or in its pages. */
const RELATION = 'https://api.w.org/';
const FAR_ENOUGH = 2_000;

/** Says where the REST root is that a page of a site names; undefined where it names none, or one above the page. */
export function diagnoseNamedRoot(response: WireResponse, url: string): Diagnosis | undefined {
  const root = findRestRoot(response, url);
  // A page below the root it names is one that the service shows in place of JSON.
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
