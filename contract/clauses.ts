import { coherenceClauses } from './clauses/coherence.js';
import { fieldClauses } from './clauses/fields.js';
import { httpClauses } from './clauses/http.js';
import { listClauses } from './clauses/lists.js';
import { resourceClauses } from './clauses/resources.js';
import { serviceClauses } from './clauses/service.js';

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
