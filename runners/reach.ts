import type { Transport } from '../harness/exchange.js';
import { AT_ONCE } from '../harness/client/concurrency.js';
import type { Connection } from '../harness/transports/connection.js';
import { createRemoteTransport } from '../harness/transports/remote.js';
import { type Address, toAddress } from './address.js';
import { checked } from './client-certificate.js';
import type { CompleteOptions } from './embedding-options.js';
import { findCalendar } from './find-calendar.js';
import { toProxy } from './proxy.js';

/** An address and what carries requests there. */
export interface Reached {
  readonly address: Address;
  readonly transport: Transport;
}

/**
 * Reaches a target by its URL, or a handler in this process; supertest is loaded for the latter alone. Throws a
 * CommandError when there is no calendar at the URL, and for a certificate or a proxy that is none.
 */
export async function reach(options: CompleteOptions): Promise<Reached> {
  const { target, namespace, timeoutMs, concurrency, headers = [] } = options;
  if ('url' in target) {
    const address = toAddress(target.url, namespace);
    const { origin } = address;
    const connection = toConnection(options);
    await findCalendar(address, { ...connection, headers });
    return { address, transport: createRemoteTransport({ ...connection, origin, connections: concurrency * AT_ONCE }) };
  }
  const { createInProcessTransport } = await import('../harness/transports/in-process.js');
  const address = toAddress(`http://127.0.0.1${target.root ?? ''}`, namespace);
  return { address, transport: createInProcessTransport({ handler: target.handler, timeoutMs }) };
}

const toConnection = ({ timeoutMs, ca, insecure, certificate, proxy }: CompleteOptions): Connection => ({
  timeoutMs,
  ...(ca !== undefined && { ca }),
  ...(insecure !== undefined && { insecure }),
  ...(certificate && { certificate: checked(certificate, 'the option certificate') }),
  ...(proxy !== undefined && toProxy(proxy, 'The option proxy')),
});
