import { COMPARISON, type Comparison } from '../../../migration/findings/comparison-result.js';
import type { Finding } from '../../../migration/findings/finding.js';

/** A postal code that became another value. */
export const lost = (value: string): Finding => ({
  cause: 'value',
  class: 'breaking',
  says: 'Values are others',
  field: 'zip',
  count: 2,
  counts: { 'venues.zip': 2 },
  examples: [{ collection: 'venues', before: { id: '1', value: '01234' }, after: { id: '1', value }, name: value }],
  curl: `curl -i http://127.0.0.1:8080/vendor/events/v1/venues/1`,
});

export const comparisonOf = (findings: readonly Finding[]): Comparison => ({
  format: COMPARISON,
  version: '0.1.0',
  a: { name: 'before.ndjson.gz', url: 'http://127.0.0.1:8080', taken: '2026-11-21T09:00:00.000Z' },
  b: { name: 'http://127.0.0.1:8081', url: 'http://127.0.0.1:8081', taken: '2026-11-22T09:00:00.000Z' },
  findings,
  matched: { venues: { id: 3, vanished: 1 } },
  notes: ['records that appear in no list are not included'],
  failOn: ['breaking'],
});
