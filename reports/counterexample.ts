import { fromExchangeJson } from './exchange-json.js';
import type { ReportedExchange } from './exchange-schema.js';
import type { ReportedCounterexample } from './run-report-schema.js';
import { createdBy } from './carried-value.js';

/** What is said of a failure that was seen once only. */
export const INTERMITTENT = 'Intermittent: the failure did not occur again when repeated on fresh records.';

/** The exchange that shows a failure: the deviation's own, else the last one of the check. */
export function decidingExchange({ deviation, exchanges }: ReportedCounterexample): ReportedExchange | undefined {
  const own = exchanges.find(({ number }) => number === deviation.exchange);
  return own ?? exchanges.findLast(({ phase }) => phase === 'check') ?? exchanges.at(-1);
}

/** More requests are for a script. */
const MOST = 12;

/** What to send to see a failure again, in order: what was put in place, all that was checked, and what shows it. */
export interface Repeat {
  readonly steps: readonly ReportedExchange[];
  /** How many earlier requests are left out. */
  readonly omitted: number;
  /** Whether they are sent to records that the run created, and deletes at its end: sent again, they find nothing. */
  readonly usesOwnIds: boolean;
}

/** What is said of requests to records that the run deletes. */
export const USES_OWN_IDS =
  'These requests use IDs of records that the run created and then deleted; the script that calproof replay REPORT.json ID --script prints creates new ones.';

/** A counterexample, and the creates of the test data of its run. */
type Evidence = Pick<ReportedCounterexample, 'exchanges'> & {
  readonly world?: readonly ReportedExchange[] | undefined;
};

/** The requests that a failure needs, the last ones where they are many; the script and the replay send all. */
export function toRepeat({ exchanges, world = [] }: Evidence, shown: ReportedExchange): Repeat {
  const needed = exchanges.filter((one) => one === shown || one.phase === 'arrange' || one.phase === 'check');
  const latest = needed.slice(-MOST);
  const steps = latest.includes(shown) ? latest : [shown, ...latest.slice(1)];
  const made = new Set([...world, ...exchanges].flatMap((one) => createdBy(fromExchangeJson(one))?.value ?? []));
  const usesOwnIds = steps.some(({ request }) => segmentsOf(request.target).some((segment) => made.has(segment)));
  return { steps, omitted: needed.length - steps.length, usesOwnIds };
}

const segmentsOf = (target: string): readonly string[] => (target.split('?', 1)[0] ?? '').split('/');
