import type { Outcome } from '../exchange.js';
import { type Diagnosis, diagnosisOf } from './diagnosis.js';
import { diagnose } from './outcome-diagnosis.js';
import { diagnoseRedirects, followRedirects, type VisitOptions } from './redirects.js';
import { addressTroubles } from './trouble-catalogue.js';

/** An address a person gave, understood or not. */
type Address =
  | { readonly kind: 'url'; readonly url: URL }
  | { readonly kind: 'unusable'; readonly diagnosis: Diagnosis };

/** Reads an http or https URL without credentials. */
export function parseAddress(text: string): Address {
  if (!/^[a-z][a-z\d+.-]*:\/\//i.test(text)) return toUnusable(diagnoseBare(text));
  if (!URL.canParse(text)) return toUnusable(diagnosisOf(addressTroubles.notUrl, { text }));
  const url = new URL(text);
  if (url.protocol !== 'http:' && url.protocol !== 'https:') {
    return toUnusable(diagnosisOf(addressTroubles.otherScheme, { scheme: url.protocol }));
  }
  if (url.username !== '' || url.password !== '') {
    return toUnusable(diagnosisOf(addressTroubles.loginInside, { host: url.host }));
  }
  return { kind: 'url', url };
}

const toUnusable = (diagnosis: Diagnosis): Address => ({ kind: 'unusable', diagnosis });

/** What looks like a host or a host and port lacks its scheme. */
function diagnoseBare(text: string): Diagnosis {
  const host = /^(localhost|\[[\da-f:]+\]|[\w-]+(?:\.[\w-]+)+|[\w-]+(?=:\d))(:\d+)?(\/.*)?$/i.exec(text)?.[1];
  if (host === undefined) return diagnosisOf(addressTroubles.notUrl, { text });
  const near = host === 'localhost' || host.startsWith('[') || /^[\d.]+$/.test(host);
  return diagnosisOf(addressTroubles.schemeMissing, { text, url: `${near ? 'http' : 'https'}://${text}` });
}

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
