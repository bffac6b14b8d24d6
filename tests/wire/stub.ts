import type { Clock } from '../../wire/clock.js';
import type { HeaderPairs, Outcome, Transport, WireRequest } from '../../wire/exchange.js';

/** A clock that moves only when someone sleeps. */
export function createManualClock(start = 0): Clock & { readonly slept: readonly number[] } {
  const slept: number[] = [];
  let now = start;
  return {
    slept,
    now: () => now,
    async sleep(ms) {
      slept.push(ms);
      now += ms;
    },
  };
}

/** A response without a body. */
export const respond = (status: number, headers: HeaderPairs = []): Outcome => ({
  kind: 'response',
  response: { status, headers, body: new Uint8Array() },
});

/** A transport that records what it is asked to send and answers by a function, with 200 when there is none. */
export function createStubTransport(answer: (request: WireRequest, at: number) => Outcome = () => respond(200)) {
  const requests: WireRequest[] = [];
  const transport: Transport = {
    async send(request) {
      requests.push(request);
      return answer(request, requests.length - 1);
    },
    close: async () => {},
  };
  return { transport, requests };
}

export const get: WireRequest = { method: 'GET', target: '/', headers: [] };
export const post: WireRequest = { method: 'POST', target: '/', headers: [], body: Buffer.from('{}') };
