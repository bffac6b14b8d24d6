import { randomUUID } from 'node:crypto';
import { createRedaction, type Redaction } from '../harness/redact.js';
import { AT_ONCE } from '../harness/client/concurrency.js';
import type { Connection } from '../harness/transports/connection.js';
import { createRemoteTransport } from '../harness/transports/remote.js';
import type { WorldFile } from '../contract/world-file.js';
import type { HeaderPairs, Transport } from '../harness/exchange.js';
import { type Address, toAddress } from './address.js';
import { openConnection, type Opened } from './connection.js';
import { type Credentials, fetchCredentials, toBasic } from './credentials.js';
import { startEmbedded } from './embedded.js';
import type { Environment } from './environment.js';
import type { RunOptions } from './options.js';
import { readWorldFile } from './world-file.js';

/** The target of a run, reachable: how to send to it, as whom, and what is known to be there. */
export interface RunTarget {
  readonly address: Address;
  readonly transport: Transport;
  readonly headers: HeaderPairs;
  readonly redaction: Redaction;
  readonly connection: Connection;
  readonly worldFile: WorldFile | undefined;
  /** Ends what was started for this run: the embedded server. */
  close(): Promise<void>;
}

/** Reads all that the options name (files, secrets) and starts the embedded server where no URL was given. */
export async function openRunTarget(options: RunOptions, environment: Environment): Promise<RunTarget> {
  const worldFile = options.worldFile === undefined ? undefined : await readWorldFile(options.worldFile, environment);
  const given = await fetchCredentials(options.credentials, environment);
  const { connection, secrets } = await connect(options, environment);
  const { address, world, credentials = given, close } = await locate(options, environment);
  const { origin } = address;
  return {
    address,
    transport: createRemoteTransport({ ...connection, origin, connections: options.concurrency * AT_ONCE }),
    headers: credentials.headers,
    redaction: createRedaction([...credentials.secrets, ...secrets]),
    connection,
    worldFile: worldFile ?? world,
    close,
  };
}

/** The embedded server is reached as it is: no proxy and no certificate stands between us and this process. */
function connect({ address, connection }: RunOptions, environment: Environment): Promise<Opened> {
  if (address) return openConnection(connection, address.origin, environment);
  return Promise.resolve({ connection: { timeoutMs: connection.timeoutMs }, secrets: [] });
}

interface Located {
  readonly address: Address;
  readonly world?: WorldFile;
  /** What the embedded server takes, and nothing else. */
  readonly credentials?: Credentials;
  close(): Promise<void>;
}

async function locate(options: RunOptions, { clock }: Environment): Promise<Located> {
  if (options.address) return { address: options.address, close: async () => {} };
  const { namespace } = options;
  const skew = options.now - clock.now();
  const now = (): number => clock.now() + skew;
  // With a login, so that what the server says to a wrong one is judged too.
  const login = `calproof:${randomUUID()}`;
  const { url, world, close } = await startEmbedded({ now, login, ...(namespace !== undefined && { namespace }) });
  return { address: toAddress(url, namespace), world, credentials: toBasic(login), close };
}
