import { createRedaction, type Redaction } from '../harness/redact.js';
import { createRemoteTransport } from '../harness/transports/remote.js';
import type { WorldFile } from '../contract/world-file.js';
import type { HeaderPairs, Transport } from '../harness/exchange.js';
import { type Address, toAddress } from './address.js';
import { fetchCredentials } from './credentials.js';
import { startEmbedded } from './embedded.js';
import type { Environment } from './environment.js';
import { readTextFile } from './json-file.js';
import type { RunOptions } from './options.js';
import { readWorldFile } from './world-file.js';

/** The target of a run, reachable: how to send to it, as whom, and what is known to be there. */
export interface RunTarget {
  readonly address: Address;
  readonly transport: Transport;
  readonly headers: HeaderPairs;
  readonly redaction: Redaction;
  /** Certificates to trust, in PEM. */
  readonly ca: string | undefined;
  readonly worldFile: WorldFile | undefined;
  /** Ends what was started for this run: the embedded server. */
  close(): Promise<void>;
}

/** Reads all that the options name (files, secrets) and starts the embedded server where no URL was given. */
export async function openRunTarget(options: RunOptions, environment: Environment): Promise<RunTarget> {
  const given = options.worldFile === undefined ? undefined : await readWorldFile(options.worldFile, environment);
  const { headers, secrets } = await fetchCredentials(options.credentials, environment);
  const ca = options.caFile === undefined ? undefined : await readTextFile(options.caFile, environment);
  const { address, world, close } = await locate(options, environment);
  const { timeout, concurrency, insecure } = options;
  const connection = { origin: address.origin, timeoutMs: timeout, connections: concurrency, insecure };
  return {
    address,
    transport: createRemoteTransport({ ...connection, ...(ca !== undefined && { ca }) }),
    headers,
    redaction: createRedaction(secrets),
    ca,
    worldFile: given ?? world,
    close,
  };
}

interface Located {
  readonly address: Address;
  readonly world: WorldFile | undefined;
  close(): Promise<void>;
}

async function locate(options: RunOptions, { clock }: Environment): Promise<Located> {
  if (options.address) return { address: options.address, world: undefined, close: async () => {} };
  const { namespace } = options;
  const skew = options.now - clock.now();
  const now = (): number => clock.now() + skew;
  const embedded = await startEmbedded({ now, ...(namespace !== undefined && { namespace }) });
  return { address: toAddress(embedded.url, namespace), world: embedded.world, close: embedded.close };
}
