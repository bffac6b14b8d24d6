import type { OperationId } from './operation.js';
import type { Profile } from './profiles.js';

/**
 * One statement that a target can keep or break, in our own words. `operations` are those it speaks about: each of them
 * is claimed by a requirement or excluded with a reason. Clauses outside the core profile constrain what a target does
 * anywhere, and name no operations.
 */
export interface Clause<Id extends string = string> {
  readonly id: Id;
  readonly profile: Profile;
  readonly text: string;
  /** Where it comes from: a heading of the interface, a section of an RFC, or our own principle. */
  readonly source: string;
  readonly operations: readonly OperationId[];
}

/** What keeps a clause from being judged on an operation. */
export type ExclusionReason = 'not shown' | 'not observable over HTTP' | 'needs provisioned data' | 'extension';

/** A clause on some operations that no requirement judges, and why. */
export interface Exclusion<Id extends string = string> {
  readonly clause: Id;
  readonly operations: readonly OperationId[];
  readonly reason: ExclusionReason;
  readonly because: string;
}
