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
  if (!connected) return { kind: 'unreachable', message, ...(code !== undefined && { code }) };
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
  const seen = received ? 'the answer did not end' : 'no answer';
  return { kind: 'stalled', message: `${seen} within ${timeoutMs} ms` };
}

const codeOf = (error: unknown): string | undefined =>
  error instanceof Error && 'code' in error ? String(error.code) : undefined;
