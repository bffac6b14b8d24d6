import type { Transport } from '../harness/exchange.js';
import { AT_ONCE } from '../harness/client/concurrency.js';
import { createRemoteTransport } from '../harness/transports/remote.js';
import { type Address, toAddress } from './address.js';
import type { CompleteOptions } from './embedding-options.js';
import { findCalendar } from './find-calendar.js';

/** An address and what carries requests there. */
export interface Reached {
  readonly address: Address;
  readonly transport: Transport;
}

/**
 * Reaches a target by its URL, or a handler in this process; supertest is loaded for the latter alone. Throws a
 * CommandError when there is no calendar at the URL.
 */
export async function reach(options: CompleteOptions): Promise<Reached> {
  const { target, namespace, timeoutMs, concurrency, headers = [] } = options;
  if ('url' in target) {
    const address = toAddress(target.url, namespace);
    const { origin } = address;
    await findCalendar(address, { timeoutMs, headers });
    return { address, transport: createRemoteTransport({ origin, timeoutMs, connections: concurrency * AT_ONCE }) };
  }
  const { createInProcessTransport } = await import('../harness/transports/in-process.js');
  const address = toAddress(`http://127.0.0.1${target.root ?? ''}`, namespace);
  return { address, transport: createInProcessTransport({ handler: target.handler, timeoutMs }) };
}
