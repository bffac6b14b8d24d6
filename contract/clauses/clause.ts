import type { OperationId } from '../operations.js';

/**
 * Who promises what: `core` is stated by the interface, `coherence` is agreement with oneself, `http` is RFC 9110 and
 * its neighbours, `drift` is agreement with what was learned of the target before, `reference` are the decisions of our
 * own server, which nobody else promises.
 */
export const profiles = {
  core: { judgedByDefault: true, statement: 'What the interface states.' },
  coherence: { judgedByDefault: true, statement: 'A target does not contradict itself.' },
  http: { judgedByDefault: true, statement: 'The rules of HTTP that every service keeps.' },
  drift: { judgedByDefault: true, statement: 'A target is as it was pinned with --target-profile.' },
  reference: {
    judgedByDefault: false,
    statement: 'The decisions of the reference server where the interface is silent.',
  },
} as const;

/** The name of a profile. */
export type Profile = keyof typeof profiles;

/** The profiles that are judged where nothing else is said. */
export const defaultProfiles: readonly Profile[] = ['core', 'coherence', 'http', 'drift'];

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
type ExclusionReason = 'not shown' | 'not observable over HTTP' | 'needs provisioned data' | 'extension';

/** A clause on some operations that no requirement judges, and why. */
export interface Exclusion<Id extends string = string> {
  readonly clause: Id;
  readonly operations: readonly OperationId[];
  readonly reason: ExclusionReason;
  readonly because: string;
}
