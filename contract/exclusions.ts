import type { Exclusion } from './clause.js';
import type { ClauseId } from './clauses.js';

/** The clauses that no requirement judges on some of their operations, each with one of four reasons. */
export const exclusions: readonly Exclusion<ClauseId>[] = [];
