import type { HeaderPairs, Outcome, WireRequest } from '../../wire/exchange.js';
import { isJsonObject, type JsonObject } from '../../wire/json.js';
import { jsonOf } from '../../wire/message-body.js';
import { toPrintableLine } from '../../wire/printable.js';
import { isGranted } from '../../wire/status.js';
import { createRemoteTransport } from '../../wire/transports/remote.js';
import { cannotJudge, type CommandError, wrongUse } from '../input/command-error.js';
import { toBasic } from '../input/credentials.js';
import { nearest } from '../input/nearest.js';

/** A token endpoint and its request (RFC 6749 sections 4.4 and 6). */
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

/** Reads a token endpoint. The wrong use that it throws quotes no value. */
export function toTokenEndpoint(json: JsonObject, name: string): TokenEndpoint {
  const refuse = (problem: string): CommandError => wrongUse(`The token URL of the identity ${name}: ${problem}.`);
  const unknown = Object.keys(json).find((member) => !members.some((known) => known === member));
  if (unknown !== undefined) throw refuse(`there is no member ${unknown}, did you mean ${nearest(unknown, members)}?`);
  const odd = Object.keys(json).find((member) => typeof json[member] !== 'string' || json[member] === '');
  if (odd !== undefined) throw refuse(`${odd} is not a string`);
  const text = (member: Member): string | undefined => (typeof json[member] === 'string' ? json[member] : undefined);
  const auth = text('client_auth') ?? 'basic';
  if (auth !== 'basic' && auth !== 'body') throw refuse('client_auth must be basic or body');
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

/** Secrets go over TLS, except on this machine. */
function toUrl(text: string | undefined, refuse: (problem: string) => CommandError): URL {
  if (text === undefined || !URL.canParse(text)) throw refuse('token_url is not a URL');
  const url = new URL(text);
  const isLocal = /^(localhost|127(\.\d+){3}|\[::1\])$/.test(url.hostname);
  if (url.protocol === 'https:' || (url.protocol === 'http:' && isLocal)) return url;
  throw refuse('token_url is not https, so its secrets would be sent unencrypted');
}

/** How the token URL is reached. */
export interface TokenConnection {
  readonly timeoutMs: number;
  readonly insecure?: boolean;
  /** Certificates to trust, in PEM. */
  readonly ca?: string;
}

/** A token that was given out (RFC 6749 section 5.1). */
interface Token {
  readonly accessToken: string;
  readonly expiresIn: unknown;
  /** The one to refresh with from now on, where a new one was given. */
  readonly refreshToken: string | undefined;
}

/** Asks for a token. Throws, as a target that cannot be judged, a sentence without secrets where there is none. */
export async function fetchToken(endpoint: TokenEndpoint, name: string, connection: TokenConnection): Promise<Token> {
  const { origin } = endpoint.url;
  const transport = createRemoteTransport({ ...connection, origin, connections: 1 });
  try {
    return toToken(await transport.send(toRequest(endpoint)), endpoint, name);
  } finally {
    await transport.close();
  }
}

function toRequest({ url, clientId, clientSecret, refreshToken, proves, asks }: TokenEndpoint): WireRequest {
  const isBasic = proves === 'basic' && clientId !== undefined && clientSecret !== undefined;
  const inBody = isBasic ? [] : toPairs({ client_id: clientId, client_secret: clientSecret });
  const grant = toPairs({
    grant_type: refreshToken === undefined ? 'client_credentials' : 'refresh_token',
    refresh_token: refreshToken,
  });
  const authorization = isBasic ? toBasic(`${encode(clientId)}:${encode(clientSecret)}`).headers : [];
  const headers: HeaderPairs = [
    ['Accept', 'application/json'],
    ['Content-Type', 'application/x-www-form-urlencoded'],
    ...authorization,
  ];
  const form = new URLSearchParams();
  for (const [name, value] of [...grant, ...asks, ...inBody]) form.append(name, value);
  const body = Buffer.from(form.toString());
  return { method: 'POST', target: `${url.pathname}${url.search}`, headers, body };
}

/** Client ids and secrets are form-encoded before they are joined (RFC 6749 section 2.3.1). */
const encode = (text: string): string => new URLSearchParams([['', text]]).toString().slice(1);

const toPairs = (members: Readonly<Record<string, string | undefined>>): readonly (readonly [string, string])[] =>
  Object.entries(members).flatMap(([name, value]) => (value === undefined ? [] : [[name, value] as const]));

function toToken(outcome: Outcome, { url }: TokenEndpoint, name: string): Token {
  const json = jsonOf(outcome);
  const token = isJsonObject(json) ? json.access_token : undefined;
  if (isGranted(outcome) && isJsonObject(json) && typeof token === 'string' && token !== '') {
    const refreshToken = typeof json.refresh_token === 'string' ? json.refresh_token : undefined;
    return { accessToken: token, expiresIn: json.expires_in, refreshToken };
  }
  const place = `${url.origin}${url.pathname}`;
  const why = isJsonObject(json) ? toReason(json) : '';
  throw cannotJudge(
    `The identity ${name} got no token: ${place} ${toWords(outcome)}${why}; check its token_url and its secrets.`,
  );
}

const toWords = (outcome: Outcome): string => {
  if (outcome.kind === 'unreachable') return 'could not be reached';
  if (outcome.kind !== 'response') return `sent no complete response (${outcome.kind})`;
  return isGranted(outcome) ? 'answered without an access_token' : `answered with ${outcome.response.status}`;
};

/** An error code of RFC 6749 section 5.2; what stands beside it is not shown, as it may repeat what was sent. */
const toReason = ({ error }: JsonObject): string =>
  typeof error === 'string' && /^[a-z_]{1,40}$/.test(error) ? ` (${toPrintableLine(error)})` : '';
