import type { Proxy } from '../../wire/transports/connection-options.js';
import { wrongUse } from '../input/command-error.js';
import { toBasic } from '../input/credentials.js';
import type { Environment } from '../input/environment.js';
import { fetchSecret, type SecretSource, toSecretSource } from '../input/secrets.js';

/** Where the address of a proxy stands: in the option itself, in a secret, or where the environment keeps it. */
export type ProxyOption =
  | { readonly kind: 'url'; readonly url: string }
  | { readonly kind: 'secret'; readonly source: SecretSource }
  | { readonly kind: 'environment' };

/** A proxy, and what of it must not be shown. */
interface ProxyWithSecrets {
  readonly proxy: Proxy;
  readonly secrets: readonly string[];
}

/** Reads what `--proxy` was given. Throws a wrong use for a literal secret and for what is no proxy. */
export function toProxyOption(text: string): ProxyOption {
  if (text === 'env') return { kind: 'environment' };
  const source = toSecretSource(text);
  if (source) return { kind: 'secret', source };
  if (/^(\w+:\/\/)?[^/]*@/.test(text)) {
    throw wrongUse(
      '--proxy does not accept literal credentials; write --proxy env:VARIABLE (containing http://user:password@host:port).',
    );
  }
  toProxy(text, `--proxy ${text}`);
  return { kind: 'url', url: text };
}

/** Finds the proxy for an origin; undefined where the environment excepts it. */
export async function fetchProxy(
  option: ProxyOption,
  origin: string,
  environment: Environment,
): Promise<ProxyWithSecrets | undefined> {
  if (option.kind === 'url') return toProxy(option.url, '--proxy');
  if (option.kind === 'secret') return toProxy(await fetchSecret(option.source, environment), 'The value of --proxy');
  return findInEnvironment(new URL(origin), environment);
}

function findInEnvironment(target: URL, { variables }: Environment): ProxyWithSecrets | undefined {
  const name = target.protocol === 'https:' ? 'HTTPS_PROXY' : 'HTTP_PROXY';
  const valueOf = (variable: string): string => variables[variable.toLowerCase()] || variables[variable] || '';
  if (isExcepted(target, valueOf('NO_PROXY'))) return undefined;
  const text = valueOf(name);
  if (text !== '') return toProxy(text.includes('://') ? text : `http://${text}`, name);
  throw wrongUse(`--proxy env finds no proxy for ${target.origin}: set ${name}, or omit --proxy.`);
}

/** As in other tools: hosts with or without a port, a domain for all that is in it, `*` for everything. */
function isExcepted({ hostname, port, protocol }: URL, exceptions: string): boolean {
  const own = port || (protocol === 'https:' ? '443' : '80');
  return exceptions.split(/[\s,]+/).some((entry) => {
    const [, host = '', only = own] = /^(?:\*?\.)?(.+?)(?::(\d+))?$/.exec(entry.toLowerCase()) ?? [];
    return entry === '*' || (only === own && (hostname === host || (host !== '' && hostname.endsWith(`.${host}`))));
  });
}

/**
 * Reads the address of a proxy. Throws a wrong use for what is none, and never repeats what it read: it may hold a
 * password. `name` says where it stands.
 */
export function toProxy(text: string, name: string): ProxyWithSecrets {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!url || !/^https?:$/.test(url.protocol) || url.pathname !== '/' || url.search !== '' || url.hash !== '') {
    throw wrongUse(`${name} is not an HTTP proxy: write http://host:port or https://host:port.`);
  }
  if (url.username === '') return { proxy: { origin: url.origin }, secrets: [] };
  const login = `${decode(url.username)}:${decode(url.password)}`;
  const { headers, secrets } = toBasic(login);
  const authorization = headers[0]?.[1] ?? '';
  return { proxy: { origin: url.origin, authorization }, secrets: [...secrets, text, url.password] };
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
