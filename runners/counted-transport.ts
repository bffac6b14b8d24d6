import type { Transport } from '../harness/exchange.js';

/** A transport that counts what goes through it. */
export interface CountedTransport {
  readonly transport: Transport;
  sent(): number;
}

/** Counts all that is sent, for a run that ends before anybody else has counted. */
export function toCounted({ send, close }: Transport): CountedTransport {
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
