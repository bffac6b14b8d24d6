import type { Baseline } from '../harness/baseline/schema.js';
import { toJsonValue } from '../harness/reports/json-value.js';
import type { CompleteOptions } from './embedding-options.js';

/**
 * Reads the known deviations that a program gives. The reader comes with a schema compiler, which a run without a
 * baseline need not wait for.
 */
export async function readBaselineOption({ baseline, suite }: CompleteOptions): Promise<Baseline | undefined> {
  if (baseline === undefined) return undefined;
  const { readBaselineFile, toBaseline } = await import('./baseline-file.js');
  const own = suite.map(({ id }) => id);
  if (typeof baseline === 'string') return readBaselineFile(baseline, { folder: '.', own });
  return toBaseline(toJsonValue(baseline), { name: 'The option baseline', own });
}
