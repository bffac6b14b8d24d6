import { plural } from '../../wire/wording.js';
import type { RunReport } from '../run-report-schema.js';

/** So many operations are named; the JSON and HTML reports have all. */
const MOST = 3;

/** The slowest operations of a run in a line; undefined where nothing was measured. */
export function toLatencyWords({ latencies = [] }: Pick<RunReport, 'latencies'>): string | undefined {
  const slowest = latencies.toSorted((one, other) => other.p95 - one.p95).slice(0, MOST);
  const words = slowest.map(
    ({ operation, count, median, p95, max }) =>
      `${operation} p95 ${p95} ms (median ${median}, max ${max}, ${plural(count, 'response')})`,
  );
  return words.length === 0 ? undefined : `slowest: ${words.join(', ')}`;
}
