import type { Exchange } from '../../wire/exchange.js';
import { decidingExchange } from '../counterexample.js';
import { fromExchangeJson } from '../exchange-json.js';
import type { ReportedCounterexample, RunReport } from '../run-report-schema.js';
import { createdBy, isIn } from '../carried-value.js';

/**
 * What is sent to see a failure again: the creates of the test data that it uses, and its own exchanges up to the one
 * that shows it. What it created is deleted otherwise.
 */
export function toNeededExchanges(
  counterexample: ReportedCounterexample,
  { world = [] }: RunReport,
): readonly Exchange[] {
  const shown = decidingExchange(counterexample)?.number ?? Number.POSITIVE_INFINITY;
  const own = counterexample.exchanges
    .filter(({ number, phase }) => phase !== 'clean-up' && number <= shown)
    .map(fromExchangeJson);
  const creates = world.map(fromExchangeJson);
  return [...(readsList(counterexample) ? creates : creates.filter(neededBy(creates, own))), ...own];
}

/** What a list shows may depend on any record. */
const readsList = ({ deviation: { kind, about } }: ReportedCounterexample): boolean =>
  about?.parameters !== undefined || ['selection', 'order', 'total'].includes(kind);

/** Whether a create makes a record that some requests name, or records that they need in turn. */
function neededBy(creates: readonly Exchange[], own: readonly Exchange[]): (create: Exchange) => boolean {
  const needed = new Set<Exchange>();
  for (const create of creates.toReversed()) {
    const made = createdBy(create);
    if (made && [...needed, ...own].some(({ request }) => isIn(request, made.value))) needed.add(create);
  }
  return (create) => needed.has(create);
}
