import type { WorldFile } from '../../contract/world-file.js';
import { AT_ONCE } from '../../wire/client/admission.js';
import { type Credential, DEFAULT_IDENTITY } from '../../wire/client/authentication.js';
import type { HeaderPairs, Transport } from '../../wire/exchange.js';
import { createRedaction, type Redaction } from '../../wire/redaction.js';
import type { Connection } from '../../wire/transports/connection-options.js';
import { createRemoteTransport } from '../../wire/transports/remote.js';
import { openConnection, type Opened } from '../connection/open-connection.js';
import type { StartedContainer } from '../container/start-container.js';
import { openIdentities } from '../identities/open-identities.js';
import { type Credentials, fetchCredentials } from '../input/credentials.js';
import type { Environment } from '../input/environment.js';
import { type Address, toAddress } from '../input/service-address.js';
import type { ContainerRequest } from '../options/container-request.js';
import { createUsers, startEmbedded } from '../server/embedded-server.js';
import { readWorldFile } from '../server/server-files.js';
import type { RunOptions } from './run-options.js';

/** A transport that counts what goes through it. */
interface CountedTransport {
  readonly transport: Transport;
  sent(): number;
}

/** Counts all that is sent, for a run that ends before anybody else has counted. */
function toCounted({ send, close }: Transport): CountedTransport {
  let count = 0;
  return {
    transport: {
      send(request) {
        count += 1;
        return send(request);
      },
      close,
    },
    sent: () => count,
  };
}

/** The target of a run, reachable: how to send to it, as whom, and what is known to be there. */
export interface RunTarget {
  readonly address: Address;
  readonly transport: Transport;
  /** How many requests were sent so far. */
  sent(): number;
  /** What the default identity sends besides what proves it, where one of the identities is it. */
  readonly headers: HeaderPairs;
  /** What everybody sends. */
  readonly shared: HeaderPairs;
  readonly identities: ReadonlyMap<string, Credential>;
  readonly redaction: Redaction;
  readonly connection: Connection;
  readonly worldFile: WorldFile | undefined;
  /** The name of the target, where its address belongs to this run alone. */
  readonly name: string | undefined;
  /** The warnings about a judged target; `mayRestart` also restarts it, to check that it keeps its records. */
  fetchWarnings(mayRestart: boolean): Promise<readonly string[]>;
  /** Ends what was started for this run: the embedded server, a container. */
  close(): Promise<void>;
}

/** Reads all that the options name (files, secrets) and starts the embedded server where no URL was given. */
export async function openRunTarget(options: RunOptions, environment: Environment): Promise<RunTarget> {
  const worldFile = options.worldFile === undefined ? undefined : await readWorldFile(options.worldFile, environment);
  const given = await fetchGiven(options, environment);
  const { connection, secrets } = await connect(options, environment);
  const located = await locate(options, environment, worldFile);
  try {
    const { credentials = given, address } = located;
    const redaction = createRedaction([...credentials.secrets, ...secrets, ...(located.secrets ?? [])]);
    const identities = await openIdentities(options.identities, { environment, connection, redaction });
    const { origin } = address;
    const remote = createRemoteTransport({ ...connection, origin, connections: options.concurrency * AT_ONCE });
    return {
      address,
      ...toCounted(remote),
      headers: credentials.headers,
      shared: credentials.shared,
      name: located.name,
      identities,
      redaction,
      connection,
      worldFile: worldFile ?? located.world,
      fetchWarnings: (mayRestart) => fetchWarnings(located, { identities, headers: credentials.headers, mayRestart }),
      close: located.close,
    };
  } catch (error) {
    await located.close();
    throw error;
  }
}

interface WarningOptions extends Pick<RunTarget, 'identities' | 'headers'> {
  readonly mayRestart: boolean;
}

async function fetchWarnings({ container }: Located, { identities, headers, mayRestart }: WarningOptions) {
  if (!container) return [];
  const proof = mayRestart ? await identities.get(DEFAULT_IDENTITY)?.headers() : undefined;
  return container.fetchWarnings(mayRestart ? [...(proof ?? []), ...headers] : undefined);
}

/** An identity that is called the default one takes the place of what the environment says. */
function fetchGiven({ credentials, identities }: RunOptions, environment: Environment): Promise<Credentials> {
  const isGiven = identities.some(({ name }) => name === DEFAULT_IDENTITY);
  const { CALPROOF_BASIC: _, CALPROOF_BEARER: __, ...variables } = environment.variables;
  return fetchCredentials(credentials, isGiven ? { ...environment, variables } : environment);
}

/** What is started here is reached as it is: no proxy and no certificate stands between us and this process. */
function connect({ address, connection }: RunOptions, environment: Environment): Promise<Opened> {
  if (address) return openConnection(connection, address.origin, environment);
  return Promise.resolve({ connection: { timeoutMs: connection.timeoutMs }, secrets: [] });
}

interface Located {
  readonly address: Address;
  readonly name?: string;
  readonly container?: StartedContainer;
  readonly secrets?: readonly string[];
  readonly world?: WorldFile;
  /** What the embedded server takes, and nothing else. */
  readonly credentials?: Credentials;
  close(): Promise<void>;
}

async function locate(options: RunOptions, environment: Environment, given?: WorldFile): Promise<Located> {
  const { clock } = environment;
  if (options.address) return { address: options.address, close: async () => {} };
  const { namespace, container } = options;
  if (container) return locateIn(container, namespace, environment);
  const skew = options.now - clock.now();
  const now = (): number => clock.now() + skew;
  // With a login, so that what the server says to a wrong one is judged too.
  const { users, headersOf } = createUsers({ calproof: 'editor' });
  const { url, world, close } = await startEmbedded({
    now,
    users,
    ...(given && { world: given }),
    ...(namespace !== undefined && { namespace }),
  });
  const headers = headersOf('calproof');
  // Everybody shows it: what is judged between identities is for servers that somebody set up with several.
  const credentials = { headers, shared: headers, secrets: headers.map(([, value]) => value) };
  return { address: toAddress(url, namespace), world, name: 'the embedded reference server', credentials, close };
}

async function locateIn(request: ContainerRequest, namespace: string | undefined, environment: Environment) {
  const { locateContainer } = await import('../container/start-container.js');
  const located = await locateContainer(request, namespace, environment);
  return { ...located, name: `the image ${request.image}`, close: () => located.container.remove() };
}
