import { createHash } from 'node:crypto';
import type { Exclusion } from './clause.js';
import { coherenceClauses } from './coherence-clauses.js';
import { httpClauses } from './http-clauses.js';
import { fieldClauses, listClauses, resourceClauses } from './resource-clauses.js';
import { serviceClauses } from './service-clauses.js';

/** Every clause of our specification; `interface.md` shows them resource by resource. */
export const clauses = [
  ...serviceClauses,
  ...resourceClauses,
  ...fieldClauses,
  ...listClauses,
  ...coherenceClauses,
  ...httpClauses,
] as const;

/** The id of a clause, such as `event.list.venue`. */
export type ClauseId = (typeof clauses)[number]['id'];

const byId = new Map<string, (typeof clauses)[number]>(clauses.map((clause) => [clause.id, clause]));

/** Whether this is the id of a clause. */
export const isClauseId = (id: string): id is ClauseId => byId.has(id);

/** The clause with this id. */
export function clauseOf(id: ClauseId): (typeof clauses)[number] {
  const found = byId.get(id);
  if (!found) throw new Error(`no clause is called ${id}`);
  return found;
}

/**
 * The SHA-256 of all clauses, in hexadecimal digits: two statements of conformance with the same one are about the same
 * promises. The order in which clauses are written down does not change it; any word of them does.
 */
export function toClauseSetHash(): string {
  const all = clauses.map(({ id, profile, text, operations }) => [id, profile, text, [...operations].sort()]);
  const sorted = all.sort(([one], [other]) => (String(one) < String(other) ? -1 : 1));
  return createHash('sha256').update(JSON.stringify(sorted)).digest('hex');
}

/** The clauses that no requirement judges on some of their operations, each with one of four reasons. */
export const exclusions: readonly Exclusion<ClauseId>[] = [];
