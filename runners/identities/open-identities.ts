import type { Credential } from '../../wire/client/authentication.js';
import type { Redaction } from '../../wire/redaction.js';
import type { Environment } from '../input/environment.js';
import { fetchSecretText, type SecretSource } from '../input/secrets.js';
import type { IdentityOption } from '../options/connection-flags.js';
import { createRenewable, type Proof, toGiven, toTokenProof } from './renewable-credential.js';
import { fetchToken, type TokenConnection } from './token.js';

/** The sources of identities: secrets from the environment, tokens over the connection. */
interface OpeningOptions {
  readonly environment: Environment;
  readonly connection: TokenConnection;
  /** Learns every secret as it is obtained. */
  readonly redaction: Pick<Redaction, 'learn'>;
}

/**
 * Opens the identities of a run; one that is named twice sends what both sources give. Throws a CommandError where one
 * has nothing to prove it by.
 */
export async function openIdentities(
  identities: readonly IdentityOption[],
  options: OpeningOptions,
): Promise<ReadonlyMap<string, Credential>> {
  const names = [...new Set(identities.map(({ name }) => name))];
  const opened = names.map(async (name) => {
    const sources = identities.filter((one) => one.name === name).map(({ source }) => source);
    return [name, await openIdentity(name, sources, options)] as const;
  });
  return new Map(await Promise.all(opened));
}

async function openIdentity(
  name: string,
  sources: readonly SecretSource[],
  options: OpeningOptions,
): Promise<Credential> {
  const parts = sources.map((source) => createObtain(name, source, options));
  const obtain = async (): Promise<Proof> => {
    const proof = joined(await Promise.all(parts.map((part) => part())));
    for (const secret of proof.secrets) options.redaction.learn(secret);
    return proof;
  };
  return createRenewable({ first: await obtain(), obtain, clock: options.environment.clock });
}

/** Obtains a proof from a source each time it is called; a token URL may return a new refresh token. */
function createObtain(
  name: string,
  source: SecretSource,
  { environment, connection, redaction }: OpeningOptions,
): () => Promise<Proof> {
  let renewed: string | undefined;
  return async () => {
    const given = toGiven(await fetchSecretText(source, environment), name);
    if (given.kind === 'proof') return given.proof;
    const refreshToken = renewed ?? given.endpoint.refreshToken;
    for (const secret of [given.endpoint.clientSecret, refreshToken]) if (secret !== undefined) redaction.learn(secret);
    const token = await fetchToken({ ...given.endpoint, refreshToken }, name, connection);
    renewed = token.refreshToken ?? renewed;
    if (renewed !== undefined) redaction.learn(renewed);
    return toTokenProof(token.accessToken, token.expiresIn);
  };
}

/** Several proofs as one, which expires with the first of them. */
function joined(proofs: readonly Proof[]): Proof {
  const ends = proofs.flatMap(({ lasts }) => lasts ?? []);
  return {
    headers: proofs.flatMap(({ headers }) => headers),
    secrets: proofs.flatMap(({ secrets }) => secrets),
    ...(ends.length > 0 && { lasts: Math.min(...ends) }),
  };
}
