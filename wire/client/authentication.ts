import { Inconclusive } from '../errors.js';
import {
  type HeaderPairs,
  headerValues,
  type Interceptor,
  isSafe,
  type Outcome,
  type WireRequest,
} from '../exchange.js';
import { version } from '../package.js';
import { isSecretHeader } from '../redaction.js';
import { statusOf } from '../status.js';

/**
 * Completes a request's headers: its own first, then those given for the run, then ours, each only when the name is not
 * there yet. A read asks caches not to answer, so that staleness is the target's own.
 */
export function withHeaders(request: WireRequest, ...given: readonly HeaderPairs[]): WireRequest {
  return { ...request, headers: [...given, standardHeaders(request)].reduce(withFields, request.headers) };
}

/** Header fields with further ones, each only when the name is not there yet. */
export function withFields(headers: HeaderPairs, further: HeaderPairs): HeaderPairs {
  const names = new Set(headers.map(([name]) => name.toLowerCase()));
  return [...headers, ...further.filter(([name]) => !names.has(name.toLowerCase()))];
}

function standardHeaders({ method, headers }: WireRequest): HeaderPairs {
  const always: HeaderPairs = [
    ['Accept', 'application/json'],
    ['User-Agent', `calproof/${version}`],
  ];
  return isSafe(method) ? [...always, ['Cache-Control', freshness(headers)]] : always;
}

/**
 * Asks every cache on the way for what the origin says now. Like browsers, a conditional request asks by max-age:
 * services that take no-cache for an end-to-end reload (RFC 2616 section 14.9.4) answer it in full.
 */
const freshness = (headers: HeaderPairs): string =>
  headers.some(([name]) => name.toLowerCase().startsWith('if-')) ? 'max-age=0' : 'no-cache';

/** The credentials of one identity. They may change during a run. */
export interface Credential {
  /** The header fields to send now. Rejects with Inconclusive while none can be had. */
  headers(): Promise<HeaderPairs>;
  /** Whether there are new ones, once these were answered with 401. */
  renew(refused: HeaderPairs): Promise<boolean>;
}

/** A credential that stays as it is. */
export const toFixedCredential = (headers: HeaderPairs): Credential => ({
  headers: () => Promise.resolve(headers),
  renew: () => Promise.resolve(false),
});

/** An identity's credential, and whether a refused one may be renewed and sent again. */
interface AuthenticationOptions {
  readonly credential: Credential;
  /** Sent for every identity. */
  readonly shared: HeaderPairs;
  /** Asked before a request is sent once more. */
  readonly mayRepeat: () => Promise<boolean>;
}

/** Authenticates one request. */
interface Authentication {
  readonly intercept: Interceptor;
  /** A request with all headers that its identity sends. */
  complete(request: WireRequest): WireRequest;
}

/**
 * Adds an identity's credential to a request. A request answered with 401 is sent once more where there is a new
 * credential: the first was not carried out (RFC 9110 section 15.5.2).
 */
export function createAuthentication({ credential, shared, mayRepeat }: AuthenticationOptions): Authentication {
  let fields: HeaderPairs = [];
  const complete = (request: WireRequest): WireRequest => withHeaders(request, fields, shared);
  return {
    complete,
    intercept: (request, next) =>
      whileAvailable(async () => {
        fields = await credential.headers();
        const outcome = await next(complete(request));
        const isRejected = statusOf(outcome) === 401 && !bringsCredential(request, fields);
        if (!isRejected || !(await credential.renew(fields)) || !(await mayRepeat())) return outcome;
        fields = await credential.headers();
        return next(complete(request));
      }),
  };
}

/** Whether a request brings its own credentials. */
const bringsCredential = ({ headers }: WireRequest, fields: HeaderPairs): boolean =>
  fields.some(([name]) => headerValues(headers, name).length > 0);

/** A request without its credential does not reach the target. */
async function whileAvailable(send: () => Promise<Outcome>): Promise<Outcome> {
  try {
    return await send();
  } catch (error) {
    if (error instanceof Inconclusive) return { kind: 'unreachable', message: error.message };
    throw error;
  }
}

/** The identity without credentials. */
export const ANONYMOUS = 'anonymous';

/** The identity that is used by default. */
export const DEFAULT_IDENTITY = 'default';

/** Identities of whoever has the name of the default one and not its password. */
export const mistaken = [
  'default with more than its password',
  'default with its password in other letters',
  'default without a password',
] as const;

export type Mistaken = (typeof mistaken)[number];

const SHORTEST_CUT = 8;

/**
 * What each sends for a password. One character more at the end is right to a service that compares as many characters as
 * the right one has; nothing is right to one that compares as many as were sent. Some services cut passwords off, at eight
 * characters or more, and take a longer one for the same: to those the character is added at the beginning. Other letters
 * are right to a service that keeps passwords in a column without case.
 */
const wrongPasswords: Readonly<Record<Mistaken, (password: string) => string>> = {
  'default with more than its password': (password) =>
    password.length < SHORTEST_CUT ? `${password}x` : `x${password}`,
  'default with its password in other letters': toOtherCase,
  'default without a password': () => '',
};

/** The identity of whoever logs in as the default one does, with the name of the scheme in other letters. */
export const RESPELLED = 'default with its scheme in other letters';

/** Credentials with the name of their scheme in small letters, or in capitals where it is in small ones. */
export function withRespelledScheme(fields: HeaderPairs): HeaderPairs {
  const respell = (scheme: string): string =>
    scheme === scheme.toLowerCase() ? scheme.toUpperCase() : scheme.toLowerCase();
  return fields.map(([name, value]) =>
    name.toLowerCase() === 'authorization' ? [name, value.replace(/^[\w-]+(?= )/, respell)] : [name, value],
  );
}

/** The same login; its headers reject as those do. */
export const toRespelled = (credential: Credential): Credential => ({
  headers: async () => withRespelledScheme(await credential.headers()),
  renew: () => Promise.resolve(false),
});

/**
 * The user and the password of a login by HTTP Basic; undefined for any other login, and beside further secrets, by which
 * a target may let somebody in, whatever the password.
 */
function loginIn(fields: HeaderPairs): { readonly user: string; readonly password: string } | undefined {
  const [login, ...others] = fields.filter(([name]) => isSecretHeader(name));
  const [, token] = /^Basic +(\S+)$/i.exec(login?.[1] ?? '') ?? [];
  if (token === undefined || others.length > 0 || login?.[0].toLowerCase() !== 'authorization') return undefined;
  const [user = '', ...password] = Buffer.from(token, 'base64').toString('latin1').split(':');
  return { user, password: password.join(':') };
}

/** Whether a credential is a login with a password and nothing else; one that cannot be had now is none. */
export async function isPasswordLogin(credential: Credential): Promise<boolean> {
  try {
    return loginIn(await credential.headers()) !== undefined;
  } catch (error) {
    if (error instanceof Inconclusive) return false;
    throw error;
  }
}

/** A key in the digits of base 16 or 32 may be the same in either case (RFC 4648 sections 6 and 8). */
const ANY_CASE = /^(?:[\da-f-]*|[a-z2-7]{16,}=*)$/i;

/** A text in capitals, or in small letters where it is in capitals; itself where that may say the same. */
function toOtherCase(text: string): string {
  const capitals = text.toUpperCase();
  if (ANY_CASE.test(text)) return text;
  return capitals === text ? text.toLowerCase() : capitals;
}

/** A login of the same user with another password. */
export function withWrongPassword(fields: HeaderPairs, name: Mistaken): HeaderPairs {
  const login = loginIn(fields);
  if (!login) throw new Inconclusive('the default identity does not log in with a password alone');
  const near = wrongPasswords[name](login.password.trim());
  const wrong = near === login.password.trim() ? 'calproof-wrong' : near;
  return [['Authorization', `Basic ${Buffer.from(`${login.user}:${wrong}`, 'latin1').toString('base64')}`]];
}

/** A login with another password; its headers reject with Inconclusive where there is no login with one. */
export const toMistaken = (credential: Credential, name: Mistaken): Credential => ({
  headers: async () => withWrongPassword(await credential.headers(), name),
  renew: () => Promise.resolve(false),
});
