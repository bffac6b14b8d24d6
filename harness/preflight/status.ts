import { headerValue, headerValues, type WireResponse } from '../exchange.js';
import type { Asked } from './asked.js';
import type { Diagnosis } from './diagnosis.js';
import { basicLogin, bearerLogin } from './login.js';

/** Says what an answer's status means for someone who gave an address. */
export function diagnoseStatus(response: WireResponse, { url, authenticated }: Asked): Diagnosis {
  const { status } = response;
  const location = headerValue(response.headers, 'location');
  if (status < 400 && location) {
    return { seen: `${url} redirects to ${location}.`, advice: 'Give that address instead.' };
  }
  if (status === 401) return authenticated ? toWrongLogin(url) : toMissingLogin(url, response);
  const known = byStatus[status] ?? (status >= 500 ? failing : unexpected);
  return { seen: `${url} ${known.seen} (${status}).`, advice: known.advice };
}

const failing = { seen: 'fails', advice: 'Look into its log; when it works again, run this again.' };
const behindGateway = { seen: 'is not answered for by its gateway', advice: 'Check that the service behind it runs.' };
const unexpected = { seen: 'answers unexpectedly', advice: 'Check that this is the address of the REST root.' };
const nothing = {
  seen: 'is not found',
  advice: 'Check the path: give the REST root, as in https://example.org/wp-json.',
};

/** By status; `seen` follows the address. */
const byStatus: Readonly<Record<number, Diagnosis>> = {
  403: {
    seen: 'refuses access',
    advice: 'Give a login that may read with --basic or --bearer, or check whether a firewall keeps this machine out.',
  },
  404: nothing,
  407: { seen: 'is behind a proxy that needs a login', advice: 'Use a network without it, or ask who runs it.' },
  410: nothing,
  429: { seen: 'asks for fewer requests', advice: 'Wait a while, then run with a lower --rate.' },
  502: behindGateway,
  503: { seen: 'is not available at the moment', advice: 'Wait until it is, for example after maintenance.' },
  504: behindGateway,
};

const toWrongLogin = (url: string): Diagnosis => ({
  seen: `${url} does not accept the login (401).`,
  advice: 'Check user and password, or the token.',
});

function toMissingLogin(url: string, { headers }: WireResponse): Diagnosis {
  const challenge = headerValues(headers, 'www-authenticate').join(', ');
  const seen = `${url} needs a login (401).`;
  if (/\bbasic\b/i.test(challenge)) return { seen, advice: `Give one with ${basicLogin}.` };
  if (/\bbearer\b/i.test(challenge)) return { seen, advice: `Give one with ${bearerLogin}.` };
  return { seen, advice: `Give one with ${basicLogin} or ${bearerLogin}.` };
}
