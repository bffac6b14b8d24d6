import type { JsonObject } from '../../harness/json.js';
import { type CommandError, wrongUse } from '../command-error.js';
import { nearest } from '../nearest.js';

/** Where a token is asked for, and with what (RFC 6749 sections 4.4 and 6). */
export interface TokenEndpoint {
  readonly url: URL;
  readonly clientId: string | undefined;
  readonly clientSecret: string | undefined;
  readonly refreshToken: string | undefined;
  /** Whether the client proves itself by HTTP Basic, as RFC 6749 section 2.3.1 prefers, or in the form. */
  readonly proves: 'basic' | 'body';
  /** What is asked for besides: scope, audience. */
  readonly asks: readonly (readonly [name: string, value: string])[];
}

const members = [
  'token_url',
  'client_id',
  'client_secret',
  'refresh_token',
  'client_auth',
  'scope',
  'audience',
] as const;
type Member = (typeof members)[number];

/** Reads where a token is asked for. Throws a wrong use, which tells no value, for what is not right about it. */
export function toTokenEndpoint(json: JsonObject, name: string): TokenEndpoint {
  const refuse = (problem: string): CommandError => wrongUse(`The token URL of the identity ${name}: ${problem}.`);
  const unknown = Object.keys(json).find((member) => !members.some((known) => known === member));
  if (unknown !== undefined) throw refuse(`there is no member ${unknown}, did you mean ${nearest(unknown, members)}?`);
  const odd = Object.keys(json).find((member) => typeof json[member] !== 'string' || json[member] === '');
  if (odd !== undefined) throw refuse(`${odd} is not a text`);
  const text = (member: Member): string | undefined => (typeof json[member] === 'string' ? json[member] : undefined);
  const auth = text('client_auth') ?? 'basic';
  if (auth !== 'basic' && auth !== 'body') throw refuse('client_auth is basic or body');
  if (text('client_secret') === undefined && text('refresh_token') === undefined) {
    throw refuse('give a client_secret with its client_id, or a refresh_token');
  }
  return {
    url: toUrl(text('token_url'), refuse),
    clientId: text('client_id'),
    clientSecret: text('client_secret'),
    refreshToken: text('refresh_token'),
    proves: auth,
    asks: (['scope', 'audience'] as const).flatMap((member) => {
      const value = text(member);
      return value === undefined ? [] : [[member, value] as const];
    }),
  };
}

/** Secrets go over TLS, but on this machine. */
function toUrl(text: string | undefined, refuse: (problem: string) => CommandError): URL {
  if (text === undefined || !URL.canParse(text)) throw refuse('token_url is not a URL');
  const url = new URL(text);
  const isLocal = /^(localhost|127(\.\d+){3}|\[::1\])$/.test(url.hostname);
  if (url.protocol === 'https:' || (url.protocol === 'http:' && isLocal)) return url;
  throw refuse('token_url is not https, so its secrets would be seen on the way');
}
