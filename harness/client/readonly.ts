import { HarnessError } from '../errors.js';
import type { Transport } from '../exchange.js';
import { isSafe } from '../method.js';

/** A transport that cannot write: any method but GET, HEAD and OPTIONS is a HarnessError before anything is sent. */
export function toReadonlyTransport(transport: Transport): Transport {
  return {
    async send(request) {
      if (!isSafe(request.method)) throw new HarnessError(`${request.method} in readonly mode; nothing was sent`);
      return transport.send(request);
    },
    close: () => transport.close(),
  };
}
