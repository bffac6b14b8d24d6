import { isSafe } from '../wire/exchange.js';
import { bodyText } from '../wire/message-body.js';
import { plural } from '../wire/wording.js';
import { decidingExchange } from './counterexample.js';
import { toOctets } from './exchange-json.js';
import type { ReportedExchange } from './exchange-schema.js';
import type { ReportedCounterexample } from './run-report-schema.js';

/** A request of the input of a failure as it was sent: its line, its query without escapes, and its body. */
export interface SentInput {
  readonly line: string;
  readonly body?: string;
}

/**
 * The input of a failure as it was sent: the write that holds the field which deviates, the last write before it shows,
 * and the request that shows it, where its query or method matters. Empty where nothing was sent.
 */
export function toSentInput(counterexample: ReportedCounterexample): readonly SentInput[] {
  const shown = decidingExchange(counterexample);
  if (!shown) return [];
  const writes = counterexample.exchanges.filter(
    ({ number, phase, request }) => number <= shown.number && phase !== 'clean-up' && !isSafe(request.method),
  );
  const field = counterexample.deviation.about?.field?.split('.').at(-1);
  const holding = field === undefined ? undefined : writes.findLast((one) => textOf(one)?.includes(field));
  const isPlain = shown.request.method === 'GET' && !shown.request.target.includes('?');
  const asked = isPlain && writes.length > 0 ? undefined : shown;
  return [...new Set([holding, writes.at(-1), asked])].flatMap((one) => (one ? [toSent(one)] : []));
}

function toSent(exchange: ReportedExchange): SentInput {
  const { method, target } = exchange.request;
  const body = textOf(exchange);
  return { line: `${method} ${decoded(target)}`, ...(body !== undefined && { body }) };
}

/** The body; how long it is, where it is no text. */
function textOf({ request }: ReportedExchange): string | undefined {
  if (request.body === undefined) return undefined;
  const octets = toOctets(request);
  return bodyText(octets) ?? `(${plural(octets.length, 'octet')})`;
}

/** A target without the escapes of its query, where it can be read so. */
function decoded(target: string): string {
  try {
    const [path = '', ...query] = target.split('?');
    return [path, ...query.map(decodeURIComponent)].join('?');
  } catch {
    return target;
  }
}
