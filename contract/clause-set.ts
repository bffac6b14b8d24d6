import { createHash } from 'node:crypto';
import { clauses } from './clauses.js';

/**
 * The SHA-256 of all clauses, in hexadecimal digits: two statements of conformance with the same one are about the same
 * promises. The order in which clauses are written down does not change it; any word of them does.
 */
export function toClauseSetHash(): string {
  const all = clauses.map(({ id, profile, text, operations }) => [id, profile, text, [...operations].sort()]);
  const sorted = all.sort(([one], [other]) => (String(one) < String(other) ? -1 : 1));
  return createHash('sha256').update(JSON.stringify(sorted)).digest('hex');
}
