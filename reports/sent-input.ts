import { bodyText } from '../wire/message-body.js';
import { decidingExchange } from './counterexample.js';
import { toOctets } from './exchange-json.js';
import type { ReportedCounterexample } from './run-report-schema.js';

/**
 * The input of a failure as it was sent: the query of the request that shows it, else the last body before it.
 * Undefined where neither was sent, or the body is no text.
 */
export function toSentInput(counterexample: ReportedCounterexample): string | undefined {
  const shown = decidingExchange(counterexample);
  if (!shown) return undefined;
  const [, query] = shown.request.target.split('?');
  if (query !== undefined && shown.request.body === undefined) return decoded(query);
  const written = counterexample.exchanges.findLast(
    ({ number, phase, request }) => number <= shown.number && phase !== 'clean-up' && request.body !== undefined,
  );
  return written && bodyText(toOctets(written.request));
}

/** A query without its escapes, where it can be read so. */
function decoded(query: string): string {
  try {
    return decodeURIComponent(query);
  } catch {
    return query;
  }
}
