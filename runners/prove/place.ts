import { randomUUID } from 'node:crypto';
import type { WorldFile } from '../../contract/world-file.js';
import { systemClock } from '../../harness/clock.js';
import type { HeaderPairs, Transport } from '../../harness/exchange.js';
import { createRemoteTransport } from '../../harness/transports/remote.js';
import type { Case } from '../../proof/case.js';
import { type Address, toAddress } from '../address.js';
import { toBasic } from '../credentials.js';
import { startEmbedded } from '../embedded.js';
import type { Stage, UrlStage } from './stage.js';

/** Where one case is judged. */
export interface Place {
  readonly address: Address;
  readonly transport: Transport;
  readonly headers: HeaderPairs;
  readonly worldFile?: WorldFile;
  /** Whether what is left behind matters: an embedded server ends with the case. */
  readonly isLasting: boolean;
  /** Ends the embedded server; the transport is its user's to close. */
  close(): Promise<void>;
}

/** Opens the place of a case: a new embedded server, in the zone that the case is about, or the service at the URL. */
export const openPlace = ({ target, now, concurrency }: Stage, { kind, id }: Case): Promise<Place> =>
  target.kind === 'url'
    ? toPlace(target, concurrency)
    : embed({ now, concurrency, ...(kind === 'zone' && { zone: id }) });

const TIMEOUT_MS = 10_000;

interface EmbedOptions extends Pick<Stage, 'now' | 'concurrency'> {
  readonly zone?: string;
}

async function embed({ now, concurrency, zone }: EmbedOptions): Promise<Place> {
  const login = `calproof:${randomUUID()}`;
  const skew = now - systemClock.now();
  const passing = (): number => systemClock.now() + skew;
  const { url, world, close } = await startEmbedded({ now: passing, login, ...(zone !== undefined && { zone }) });
  const address = toAddress(url);
  const { origin } = address;
  return {
    address,
    transport: createRemoteTransport({ origin, timeoutMs: TIMEOUT_MS, connections: concurrency }),
    headers: toBasic(login).headers,
    worldFile: world,
    isLasting: false,
    close,
  };
}

async function toPlace({ address, headers, worldFile, ...connection }: UrlStage, concurrency: number): Promise<Place> {
  const { origin } = address;
  return {
    address,
    transport: createRemoteTransport({ ...connection, origin, connections: concurrency }),
    headers,
    ...(worldFile && { worldFile }),
    isLasting: true,
    close: async () => {},
  };
}
