import type { WorldFile } from '../../contract/world-file.js';
import { type Credential, toFixedCredential } from '../../harness/client/authentication.js';
import { systemClock } from '../../harness/clock.js';
import type { HeaderPairs, Transport } from '../../harness/exchange.js';
import { createRemoteTransport } from '../../harness/transports/remote.js';
import type { Case } from '../../proof/case.js';
import { type Address, toAddress } from '../address.js';
import { createEmbedded } from '../embedded.js';
import { createUsers } from '../embedded-users.js';
import { createDirectTransport } from './direct-transport.js';
import type { EmbeddedProofTarget, ProofSetup, UrlProofTarget } from './stage.js';

/** Where one case is judged. */
export interface CaseTarget {
  readonly address: Address;
  readonly transport: Transport;
  readonly headers: HeaderPairs;
  /** What everybody sends, where it is not told by its nature. */
  readonly shared?: HeaderPairs;
  /** Who else asks. */
  readonly identities: ReadonlyMap<string, Credential>;
  readonly worldFile?: WorldFile;
  /** Whether what is left behind matters: an embedded server ends with the case. */
  readonly isLasting: boolean;
}

/** Opens the place of a case: a new embedded server, in the zone that the case is about, or the service at the URL. */
export const openCase = ({ target, now, concurrency, effort }: ProofSetup, { kind, id }: Case): Promise<CaseTarget> =>
  target.kind === 'url'
    ? toCaseTarget(target, concurrency)
    : embed({ ...target, now, effort, ...(kind === 'zone' && { zone: id }) });

/** How the embedded target of a case is set up. */
interface EmbedOptions extends Pick<ProofSetup, 'now' | 'effort'>, Pick<EmbeddedProofTarget, 'world'> {
  readonly zone?: string;
}

async function embed({ now, effort, zone, world: given }: EmbedOptions): Promise<CaseTarget> {
  const { users, headersOf } = createUsers({ calproof: 'editor', author: 'author', reader: 'reader' });
  const skew = now - systemClock.now();
  const passing = (): number => systemClock.now() + skew;
  const { server, world } = await createEmbedded({
    now: passing,
    users,
    ...(given && { world: given }),
    ...(zone !== undefined && { zone }),
  });
  return {
    address: toAddress('http://127.0.0.1'),
    transport: createDirectTransport(server.handler),
    headers: headersOf('calproof'),
    ...(effort === 'quick' ? onlyOne(headersOf('calproof')) : besides(['author', 'reader'], headersOf)),
    worldFile: world,
    isLasting: false,
  };
}

/** A quick run judges nothing between identities: everybody sends what the default one does. */
const onlyOne = (headers: HeaderPairs): Pick<CaseTarget, 'shared' | 'identities'> => ({
  shared: headers,
  identities: new Map(),
});

/** Whoever may do less; nobody is among them, too. */
const besides = (
  names: readonly string[],
  headersOf: (name: string) => HeaderPairs,
): Pick<CaseTarget, 'identities'> => ({
  identities: new Map(names.map((name) => [name, toFixedCredential(headersOf(name))])),
});

async function toCaseTarget(
  { address, headers, worldFile, connection }: UrlProofTarget,
  concurrency: number,
): Promise<CaseTarget> {
  const { origin } = address;
  return {
    address,
    transport: createRemoteTransport({ ...connection, origin, connections: concurrency }),
    headers,
    identities: new Map(),
    ...(worldFile && { worldFile }),
    isLasting: true,
  };
}
