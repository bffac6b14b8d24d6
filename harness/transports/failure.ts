import type { Outcome, WireResponse } from '../exchange.js';

/** How far a request had come when it failed. */
export interface Progress {
  readonly connected: boolean;
  /** The response so far, when its head had arrived. */
  readonly received: WireResponse | undefined;
}

/** Names an error of Node or undici in the vocabulary of outcomes. */
export function toFailure(error: unknown, { connected, received }: Progress): Outcome {
  const code = codeOf(error);
  const message = (error instanceof Error && error.message) || code || String(error);
  // With TLS 1.3 a server may still refuse us when we have sent the request (RFC 8446 section 4.4.2.4).
  const refused = code?.startsWith('ERR_SSL_') === true && !received;
  if (!connected || refused) return { kind: 'unreachable', message, ...(code !== undefined && { code }) };
  if (isNotHttp(error)) return { kind: 'malformed', message };
  return received ? { kind: 'truncated', response: received } : { kind: 'reset', message };
}

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

/** The outcome of a request that had no whole answer in time. */
export function toTimeout(timeoutMs: number, { connected, received }: Progress): Outcome {
  if (!connected) return { kind: 'unreachable', message: `no connection within ${timeoutMs} ms`, code: 'ETIMEDOUT' };
  if (!received) return { kind: 'stalled', message: `no answer within ${timeoutMs} ms` };
  const message = `the answer did not end within ${timeoutMs} ms`;
  return { kind: 'stalled', message, unended: received.body.length };
}

const codeOf = (error: unknown): string | undefined =>
  error instanceof Error && 'code' in error ? String(error.code) : undefined;
