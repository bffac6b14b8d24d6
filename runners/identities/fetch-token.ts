import { jsonOf } from '../../harness/body.js';
import type { HeaderPairs, Outcome, WireRequest } from '../../harness/exchange.js';
import { isJsonObject, type JsonObject } from '../../harness/json.js';
import { toPrintableLine } from '../../harness/reports/printable.js';
import { createRemoteTransport } from '../../harness/transports/remote.js';
import { cannotJudge } from '../command-error.js';
import { toBasic } from '../credentials.js';
import type { TokenEndpoint } from './token-endpoint.js';

/** How the token URL is reached. */
export interface TokenConnection {
  readonly timeoutMs: number;
  readonly insecure?: boolean;
  /** Certificates to trust, in PEM. */
  readonly ca?: string;
}

/** A token that was given out (RFC 6749 section 5.1). */
export interface Token {
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
  const isGranted = outcome.kind === 'response' && outcome.response.status < 300;
  if (isGranted && isJsonObject(json) && typeof token === 'string' && token !== '') {
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
  if (outcome.kind !== 'response') return `gave no whole answer (${outcome.kind})`;
  return outcome.response.status < 300
    ? 'answered without an access_token'
    : `answered with ${outcome.response.status}`;
};

/** An error code of RFC 6749 section 5.2; what stands beside it is not shown, as it may repeat what was sent. */
const toReason = ({ error }: JsonObject): string =>
  typeof error === 'string' && /^[a-z_]{1,40}$/.test(error) ? ` (${toPrintableLine(error)})` : '';
