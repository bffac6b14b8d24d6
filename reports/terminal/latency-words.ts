import { toCount } from '../../wire/wording.js';
import type { RunReport } from '../run-report-schema.js';

/** So many operations are named; the JSON and HTML reports have all. */
const MOST = 3;

/** The slowest operations of a run in a line; undefined where nothing was measured. */
export function toLatencyWords({ latencies = [] }: Pick<RunReport, 'latencies'>): string | undefined {
  const slowest = latencies.toSorted((one, other) => other.p95 - one.p95).slice(0, MOST);
  const words = slowest.map(({ operation, p95 }) => `${operation} ${toCount(p95)} ms`);
  return words.length === 0 ? undefined : `slowest at the 95th percentile: ${words.join(', ')}`;
}
