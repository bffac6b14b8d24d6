import type { HeaderPairs, Outcome, WireResponse } from '../exchange.js';
import { excessOf } from '../json.js';
import { decodeBody, MAX_BODY, textOf } from '../message-body.js';

/** How far a request had come when it failed. */
interface Progress {
  readonly connected: boolean;
  /** The response so far, when its head had arrived. */
  readonly received: WireResponse | undefined;
}

/** How far it had come when its time was over. */
interface Pending extends Pick<Progress, 'connected'> {
  readonly unended: number | undefined;
}

/** Turns an error of Node or undici into an outcome. */
function toFailure(error: unknown, { connected, received }: Progress): Outcome {
  const code = codeOf(error);
  const message = (error instanceof Error && error.message) || code || String(error);
  // With TLS 1.3 a server may still refuse us when we have sent the request (RFC 8446 section 4.4.2.4).
  const refused = code?.startsWith('ERR_SSL_') === true && !received;
  if (!connected || refused) return { kind: 'unreachable', message, ...(code !== undefined && { code }) };
  if (!received && code === LENGTH_MISMATCH) return { kind: 'malformed', message: CONTRADICTED };
  if (isNotHttp(error)) return { kind: 'malformed', message };
  return received ? { kind: 'truncated', response: received } : { kind: 'reset', message };
}

/** undici's parser gives this code to whatever is wrong in a head after a Content-Length, and keeps the reason. */
const LENGTH_MISMATCH = 'UND_ERR_RES_CONTENT_LENGTH_MISMATCH';
const CONTRADICTED = 'a header after Content-Length contradicts it or is invalid';

/**
 * A head beyond all bounds, an answer out of turn (undici's "bad response") or a parser's error (Node's codes, undici's
 * name), unless the parser only misses the end.
 */
function isNotHttp(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (codeOf(error) === 'UND_ERR_HEADERS_OVERFLOW' || /^bad (response|upgrade)$/.test(error.message)) return true;
  const fromParser = error.name === 'HTTPParserError' || codeOf(error)?.startsWith('HPE_') === true;
  return fromParser && !/EOF/.test(`${codeOf(error)} ${error.message}`);
}

/** The outcome of a request without a complete response in time; `unended` counts the octets of a body, if it began. */
function toTimeout(timeoutMs: number, { connected, unended }: Pending): Outcome {
  if (!connected) return { kind: 'unreachable', message: `no connection within ${timeoutMs} ms`, code: 'ETIMEDOUT' };
  if (unended === undefined) return { kind: 'stalled', message: `no answer within ${timeoutMs} ms` };
  const message = `the answer did not end within ${timeoutMs} ms`;
  return { kind: 'stalled', message, unended };
}

const codeOf = (error: unknown): string | undefined =>
  error instanceof Error && 'code' in error ? String(error.code) : undefined;

/** A response as it arrives: the transport reports each event, and the first that ends it decides the outcome. */
export interface Reception {
  readonly outcome: Promise<Outcome>;
  readonly over: boolean;
  connected(): void;
  begin(status: number, headers: HeaderPairs): void;
  add(chunk: Uint8Array): void;
  complete(): void;
  fail(error: unknown): void;
}

/** A run keeps many responses and walks through what they hold: one that is too much for that is let go at once. */
function toComplete(response: WireResponse): Outcome {
  const isBomb = response.body.length > BLOCK && decodeBody(response) === undefined;
  const excess = isBomb ? 'in a content coding that cannot be undone' : excessOf(textOf(response));
  return excess === undefined ? { kind: 'response', response } : { kind: 'malformed', message: `${EXCESS}${excess}` };
}

/** Begins what is said of a body that is too much. */
export const EXCESS = 'the body is ';

/** How long to wait for the end of a response, in ms. */
interface ReceptionOptions {
  readonly timeoutMs: number;
  /** Ends the connection: the rest of this response is not wanted. */
  readonly abort: () => void;
}

/** Opens a reception that ends by itself after `timeoutMs`. */
export function createReception({ timeoutMs, abort }: ReceptionOptions): Reception {
  const { promise, resolve } = settlement();
  const body = createBody();
  let connected = false;
  let over = false;
  let head: Omit<WireResponse, 'body'> | undefined;
  const progress = () => ({ connected, received: head && { ...head, body: body.octets() } });
  const pending = (): Pending => ({ connected, unended: head && body.size });
  const timer = setTimeout(() => abandon(toTimeout(timeoutMs, pending())), timeoutMs);

  function settle(outcome: Outcome): void {
    over = true;
    clearTimeout(timer);
    body.release();
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
      if (body.size + chunk.length <= MAX_BODY) body.add(chunk);
      else abandon({ kind: 'malformed', message: `${EXCESS}larger than 8 MiB` });
    },
    complete() {
      const { received } = progress();
      if (received) settle(toComplete(received));
    },
    fail(error) {
      settle(toFailure(error, progress()));
    },
  };
}

/** How much memory a body takes at a time, in octets. */
const BLOCK = 65_536;

/** Blocks to use again: large bodies one after the other would leave more behind than is collected in time. */
const spare: Buffer[] = [];

/** A body that grows in blocks: kept as a list of chunks, one in chunks of one octet would take a hundred times its size. */
function createBody() {
  const blocks: Buffer[] = [];
  let size = 0;
  return {
    get size() {
      return size;
    },
    add(chunk: Uint8Array): void {
      for (let from = 0; from < chunk.length; ) {
        const at = size % BLOCK;
        if (at === 0) blocks.push(spare.pop() ?? Buffer.allocUnsafeSlow(BLOCK));
        const part = chunk.subarray(from, from + BLOCK - at);
        blocks.at(-1)?.set(part, at);
        size += part.length;
        from += part.length;
      }
    },
    /** A copy. */
    octets: (): Buffer => Buffer.concat(blocks, size),
    release(): void {
      spare.push(...blocks.splice(0));
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
