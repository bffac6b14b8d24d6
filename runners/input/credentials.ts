import { mistaken, withWrongPassword } from '../../wire/client/authentication.js';
import type { HeaderPairs } from '../../wire/exchange.js';
import { wrongUse } from './command-error.js';
import type { Environment } from './environment.js';
import { fetchSecret, type SecretSource, toSecretSource } from './secrets.js';

/** How a run proves who it is, as given on the command line. */
export interface CredentialOptions {
  readonly basic?: SecretSource;
  readonly bearer?: SecretSource;
  readonly headers: readonly HeaderOption[];
}

/** A literal header field, or the source of a secret `Name: value`. */
type HeaderOption =
  | { readonly kind: 'plain'; readonly name: string; readonly value: string }
  | { readonly kind: 'secret'; readonly source: SecretSource };

/** The header fields to send with every request, and the values among them that must not be shown. */
export interface Credentials {
  readonly headers: HeaderPairs;
  /** Those among them that are no secret and say nothing of who asks. */
  readonly shared: HeaderPairs;
  readonly secrets: readonly string[];
}

const FIELD = /^([!#$%&'*+.^_`|~\w-]+):[ \t]*(.*?)[ \t]*$/s;
const CARRIES_SECRET = ['authorization', 'proxy-authorization', 'cookie'];

/** Reads `Name: value`, or where both come from. Throws a wrong use for a literal secret. */
export function toHeaderOption(text: string): HeaderOption {
  const source = toSecretSource(text);
  if (source) return { kind: 'secret', source };
  const [name, value] = toField(text);
  if (!CARRIES_SECRET.includes(name.toLowerCase())) return { kind: 'plain', name, value };
  throw wrongUse(`Do not give a secret literally: put '${name}: ...' into a variable and use --header env:VARIABLE.`);
}

/** Reads `Name: value`. The wrong use that it throws never quotes the value. */
export function toField(text: string): readonly [name: string, value: string] {
  const [, name, value] = FIELD.exec(text) ?? [];
  if (name === undefined || value === undefined || /[^\t\x20-\x7e\x80-\xff]/.test(value)) {
    throw wrongUse("Write a header as 'Name: value', or as env:VARIABLE, file:PATH or cmd:COMMAND with that content.");
  }
  return [name, value];
}

/** Fetches all secrets. `CALPROOF_BASIC` and `CALPROOF_BEARER` count where no option says otherwise. */
export async function fetchCredentials(options: CredentialOptions, environment: Environment): Promise<Credentials> {
  const plain = options.headers.filter((header) => header.kind === 'plain');
  const sources = options.headers.flatMap((header) => (header.kind === 'secret' ? [header.source] : []));
  const fields = await Promise.all(sources.map(async (source) => toField(await fetchSecret(source, environment))));
  const authorization = await fetchAuthorization(options, environment);
  const secret = [...fields, ...authorization.headers];
  const shared = plain.map(({ name, value }) => [name, value] as const);
  return {
    headers: [...shared, ...secret],
    shared,
    secrets: [...secret.map(([, value]) => value), ...authorization.secrets],
  };
}

/** The header fields by which somebody proves who it is, and what in them must not be shown. */
interface Authorization {
  readonly headers: HeaderPairs;
  readonly secrets: readonly string[];
}

async function fetchAuthorization(options: CredentialOptions, environment: Environment): Promise<Authorization> {
  const { basic, bearer } = withDefaults(options, environment);
  if (basic) return toBasic(await fetchSecret(basic, environment));
  if (bearer) return toBearer(await fetchSecret(bearer, environment));
  return { headers: [], secrets: [] };
}

function withDefaults({ basic, bearer }: CredentialOptions, { variables }: Environment) {
  if (basic && bearer) throw wrongUse('Give --basic or --bearer, not both.');
  if (basic || bearer) return { basic, bearer };
  const has = (name: string): SecretSource | undefined => (variables[name] ? { from: 'env', name } : undefined);
  const defaults = { basic: has('CALPROOF_BASIC'), bearer: has('CALPROOF_BEARER') };
  if (defaults.basic && defaults.bearer) throw wrongUse('Set CALPROOF_BASIC or CALPROOF_BEARER, not both.');
  return defaults;
}

/** RFC 7617: user and password, joined by a colon, in base64. */
export function toBasic(secret: string): Authorization {
  const colon = secret.indexOf(':');
  if (colon < 1) throw wrongUse('Write a Basic secret as user:password.');
  const encoded = Buffer.from(secret, 'utf8').toString('base64');
  const headers: HeaderPairs = [['Authorization', `Basic ${encoded}`]];
  // A wrong login that is sent holds the password, too, and one of them in other letters.
  const wrong = mistaken.flatMap((name) =>
    withWrongPassword(headers, name).map(([, value]) => value.replace(/^Basic /, '')),
  );
  const others = wrong.map((login) =>
    Buffer.from(login, 'base64')
      .toString('utf8')
      .slice(colon + 1),
  );
  return { headers, secrets: [secret, secret.slice(colon + 1), encoded, ...wrong, ...others] };
}

/** RFC 6750; the word Bearer before the token may be given or left out. */
export function toBearer(secret: string): Authorization {
  const token = secret.replace(/^bearer +/i, '');
  return { headers: [['Authorization', `Bearer ${token}`]], secrets: [token] };
}
