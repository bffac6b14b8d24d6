import { type ClientOptions, createClient } from '../../../wire/client/client.js';
import { createManualClock, createStubTransport } from '../stub.js';

/** A client of a stubbed transport, with what was sent through it. */
export function setUp(options: Partial<ClientOptions> = {}, answer?: Parameters<typeof createStubTransport>[0]) {
  const { transport, requests } = createStubTransport(answer);
  const clock = createManualClock();
  const client = createClient({ transport, clock, mode: 'sandbox', concurrency: 4, ...options });
  return { client, clock, requests };
}

export const check = { phase: 'check' } as const;
export const cleanUp = { phase: 'clean-up' } as const;
