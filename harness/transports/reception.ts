import type { HeaderPairs, Outcome, WireResponse } from '../exchange.js';
import { toFailure, toTimeout } from './failure.js';

/** A body beyond this is not a page of records: 32 MiB, in octets. */
const MAX_BODY = 32 * 1024 * 1024;

/** A response on its way: the transport tells what happens to it, the first thing that ends it is the outcome. */
export interface Reception {
  readonly outcome: Promise<Outcome>;
  readonly over: boolean;
  connected(): void;
  begin(status: number, headers: HeaderPairs): void;
  add(chunk: Uint8Array): void;
  complete(): void;
  fail(error: unknown): void;
}

/** How long the end of an answer is waited for, in ms. */
export interface ReceptionOptions {
  readonly timeoutMs: number;
  /** Ends the connection: nothing more of this answer is wanted. */
  readonly abort: () => void;
}

/** Opens a reception that ends by itself after `timeoutMs`. */
export function createReception({ timeoutMs, abort }: ReceptionOptions): Reception {
  const { promise, resolve } = settlement();
  const chunks: Uint8Array[] = [];
  let size = 0;
  let connected = false;
  let over = false;
  let head: Omit<WireResponse, 'body'> | undefined;
  const progress = () => ({ connected, received: head && { ...head, body: Buffer.concat(chunks) } });
  const timer = setTimeout(() => abandon(toTimeout(timeoutMs, progress())), timeoutMs);

  function settle(outcome: Outcome): void {
    over = true;
    clearTimeout(timer);
    resolve(outcome);
  }
  function abandon(outcome: Outcome): void {
    settle(outcome);
    abort();
  }

  return {
    outcome: promise,
    get over() {
      return over;
    },
    connected() {
      connected = true;
    },
    begin(status, headers) {
      head = { status, headers };
    },
    add(chunk) {
      size += chunk.length;
      if (size <= MAX_BODY) chunks.push(chunk);
      else abandon({ kind: 'malformed', message: `the body is larger than ${MAX_BODY} octets`, unended: size });
    },
    complete() {
      const { received } = progress();
      if (received) settle({ kind: 'response', response: received });
    },
    fail(error) {
      settle(toFailure(error, progress()));
    },
  };
}

function settlement() {
  let resolve: (outcome: Outcome) => void = () => {};
  const promise = new Promise<Outcome>((onResolve) => {
    resolve = onResolve;
  });
  return { promise, resolve };
}
