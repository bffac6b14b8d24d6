import { isSafe } from '../wire/exchange.js';
import type { ReportedExchange } from './exchange-schema.js';
import type { ReportedCounterexample } from './run-report-schema.js';

/** What is said of a failure that was seen once only. */
export const INTERMITTENT = 'Intermittent: the failure did not occur again when repeated on fresh records.';

/** The exchange that shows a failure: the deviation's own, else the last one of the check. */
export function decidingExchange({ deviation, exchanges }: ReportedCounterexample): ReportedExchange | undefined {
  const own = exchanges.find(({ number }) => number === deviation.exchange);
  return own ?? exchanges.findLast(({ phase }) => phase === 'check') ?? exchanges.at(-1);
}

/** How many of the writes before it are repeated. */
const WRITES = 3;

/** What to send to see a failure again: the last writes before the exchange that shows it, and that exchange. */
export const toSteps = (
  { exchanges }: ReportedCounterexample,
  shown: ReportedExchange,
): readonly ReportedExchange[] => [
  ...exchanges.filter(({ number, request }) => number < shown.number && !isSafe(request.method)).slice(-WRITES),
  shown,
];
