import { type ClientOptions, createClient } from '../../../wire/client/client.js';
import type { Outcome, WireRequest } from '../../../wire/exchange.js';
import { createManualClock, createStubTransport, respond } from '../stub.js';

/** Answers the request of an index at a time of the clock. */
export type Answer = (request: WireRequest, at: number, now: number) => Outcome;

/** A client of a stubbed transport, with what was sent through it. */
export function setUp(options: Partial<ClientOptions> = {}, answer: Answer = () => respond(200)) {
  const clock = createManualClock();
  const { transport, requests } = createStubTransport((request, at) => answer(request, at, clock.now()));
  const client = createClient({ transport, clock, mode: 'sandbox', concurrency: 4, ...options });
  return { client, clock, requests };
}

export const check = { phase: 'check' } as const;
export const cleanUp = { phase: 'clean-up' } as const;
