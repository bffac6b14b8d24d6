import { type Credential, toFixedCredential } from '../../harness/client/authentication.js';
import { DEFAULT_IDENTITY } from '../../harness/default-identity.js';
import type { HeaderPairs } from '../../harness/exchange.js';
import { isSecretHeader } from '../../harness/redact.js';
import { ANONYMOUS } from '../../harness/anonymous.js';

/** Who asks in a run, as its options say. */
export interface IdentityOptions {
  /** What the default identity sends with every request. */
  readonly headers?: HeaderPairs;
  /** What everybody sends; left out, those of `headers` that carry no credentials by their nature. */
  readonly shared?: HeaderPairs;
  /** Others by their names; one called `default` stands for the default identity. */
  readonly identities?: ReadonlyMap<string, Credential>;
}

/** Who asks in a run, as its client needs to know it. */
export interface RequestIdentities {
  readonly headers: HeaderPairs;
  readonly identities: ReadonlyMap<string, Credential>;
  /** All but the default identity. */
  readonly others: readonly string[];
}

/** Tells who asks. Anonymous does wherever the default identity proves anything: else the two are the same. */
export function toRequestIdentities({
  headers = [],
  identities = new Map(),
  shared = toShared(headers),
}: IdentityOptions): RequestIdentities {
  const proves = identities.has(DEFAULT_IDENTITY) || headers.some(([name]) => !isAmong(shared, name));
  const named = [...identities.keys()].filter((name) => name !== DEFAULT_IDENTITY);
  const own = identities.get(DEFAULT_IDENTITY);
  const whole = own ? alongside(own, headers) : toFixedCredential(headers);
  return {
    headers: shared,
    identities: new Map([...identities, [DEFAULT_IDENTITY, whole]]),
    others: [...(proves ? [ANONYMOUS] : []), ...named],
  };
}

/** A credential with further header fields beside its own. */
const alongside = (credential: Credential, further: HeaderPairs): Credential => {
  const all = async (): Promise<HeaderPairs> => [...(await credential.headers()), ...further];
  return { headers: all, renew: (refused) => credential.renew(refused.slice(0, refused.length - further.length)) };
};

const toShared = (headers: HeaderPairs): HeaderPairs => headers.filter(([name]) => !isSecretHeader(name));

const isAmong = (headers: HeaderPairs, name: string): boolean =>
  headers.some(([other]) => other.toLowerCase() === name.toLowerCase());
