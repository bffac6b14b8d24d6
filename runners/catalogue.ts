import type { Clause, Exclusion } from '../contract/clause.js';
import type { RequirementInfo } from '../harness/requirement.js';

/** A clause, the requirements that tell about it, and where it is left out and why. */
export interface ClauseEntry {
  readonly clause: Clause;
  readonly requirements: readonly string[];
  readonly exclusions: readonly Exclusion[];
}

/** What is judged and where it comes from. */
export interface Catalogue {
  readonly requirements: readonly RequirementInfo[];
  readonly clauses: readonly ClauseEntry[];
}

export interface CatalogueSources {
  readonly requirements: readonly RequirementInfo[];
  readonly clauses: readonly Clause[];
  readonly exclusions: readonly Exclusion[];
}

/** Lays requirements and clauses side by side. */
export function toCatalogue({ requirements, clauses, exclusions }: CatalogueSources): Catalogue {
  const entries = clauses.map((clause) => ({
    clause,
    requirements: requirements.filter((requirement) => covers(requirement, clause.id)).map(({ id }) => id),
    exclusions: exclusions.filter((exclusion) => exclusion.clause === clause.id),
  }));
  return { requirements, clauses: entries };
}

/** Whether a pass of the requirement says something about the clause. */
export const covers = ({ clause, alsoCovers }: RequirementInfo, id: string): boolean =>
  clause === id || alsoCovers?.includes(id) === true;
