import { randomUUID } from 'node:crypto';
import type { WorldFile } from '../../contract/world-file.js';
import { systemClock } from '../../harness/clock.js';
import type { HeaderPairs, Transport } from '../../harness/exchange.js';
import { createRemoteTransport } from '../../harness/transports/remote.js';
import type { Case } from '../../proof/case.js';
import { type Address, toAddress } from '../address.js';
import { toBasic } from '../credentials.js';
import { createEmbedded } from '../embedded.js';
import { createDirectTransport } from './direct-transport.js';
import type { Stage, UrlStage } from './stage.js';

/** Where one case is judged. */
export interface Place {
  readonly address: Address;
  readonly transport: Transport;
  readonly headers: HeaderPairs;
  readonly worldFile?: WorldFile;
  /** Whether what is left behind matters: an embedded server ends with the case. */
  readonly isLasting: boolean;
}

/** Opens the place of a case: a new embedded server, in the zone that the case is about, or the service at the URL. */
export const openPlace = ({ target, now, concurrency }: Stage, { kind, id }: Case): Promise<Place> =>
  target.kind === 'url' ? toPlace(target, concurrency) : embed({ now, ...(kind === 'zone' && { zone: id }) });

interface EmbedOptions extends Pick<Stage, 'now'> {
  readonly zone?: string;
}

async function embed({ now, zone }: EmbedOptions): Promise<Place> {
  const login = `calproof:${randomUUID()}`;
  const skew = now - systemClock.now();
  const passing = (): number => systemClock.now() + skew;
  const { server, world } = await createEmbedded({ now: passing, login, ...(zone !== undefined && { zone }) });
  return {
    address: toAddress('http://127.0.0.1'),
    transport: createDirectTransport(server.handler),
    headers: toBasic(login).headers,
    worldFile: world,
    isLasting: false,
  };
}

async function toPlace({ address, headers, worldFile, connection }: UrlStage, concurrency: number): Promise<Place> {
  const { origin } = address;
  return {
    address,
    transport: createRemoteTransport({ ...connection, origin, connections: concurrency }),
    headers,
    ...(worldFile && { worldFile }),
    isLasting: true,
  };
}
