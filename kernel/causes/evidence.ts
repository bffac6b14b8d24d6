/** The kind of rule that was broken. Shrinking keeps it, so that a counterexample does not drift to another failure. */
export type DeviationKind =
  | 'status'
  | 'framing'
  | 'media-type'
  | 'shape'
  | 'value'
  | 'selection'
  | 'order'
  | 'total'
  | 'header'
  | 'state';

/**
 * What of the interface a deviation is about, as far as it is known: by this, failures with one root are found. Fields
 * and parameters are named by their clauses.
 */
export interface DeviationSubject {
  readonly operation?: string;
  /** The last request before the answer, or that itself, that was to change something. */
  readonly write?: string;
  readonly field?: string;
  /** How a value was wrong that had to be refused (`is an object`), or what explains a wrong answer, in words. */
  readonly mistake?: string;
  /** What a list was asked with. */
  readonly parameters?: readonly string[];
  /** Parameters that only hold the run's own records in view, unless a requirement is about one. */
  readonly grounds?: readonly string[];
  /** Whether a list contains what it must not, or lacks what it must contain. */
  readonly side?: 'extra' | 'missing';
  /** What a response with another status had to be. */
  readonly wanted?: 'accepted' | 'refused' | 'absent';
  /** When the same request was answered with the same before, although the answer should be another one now. */
  readonly repeats?: 'before a write' | 'for another user';
}

/** A deviation as far as failures with one root are found by it. */
export interface Evidence {
  readonly kind: DeviationKind;
  readonly about?: DeviationSubject;
  /** The status of the response that shows it. */
  readonly status?: number;
  /** The method of the request that was answered so. */
  readonly method?: string;
  /** The number of the exchange, where all are of one run. */
  readonly exchange?: number;
}

/** As much of a requirement and its verdict as a cause is found by. */
export interface Explainable {
  readonly requirement: {
    readonly id: string;
    readonly clause: string;
    readonly alsoCovers?: readonly string[];
    readonly needs: readonly string[];
    readonly establishes?: string;
    /** Whether it is judged by what monitors nominate. */
    readonly monitors?: true;
  };
  readonly outcome: string;
  readonly need?: string;
  /** What deviated: in a failure, or instead of what an inconclusive verdict is about. */
  readonly evidence?: Evidence;
}

/** A verdict with evidence, in an order of which requirement is the most direct. */
export interface Shown extends Explainable {
  readonly evidence: Evidence;
}

/** Failures with one root, and the one that shows it most directly. */
export interface Group {
  readonly head: Shown;
  readonly members: readonly Shown[];
}

export const isFailure = (one: Explainable): one is Shown => one.outcome === 'failed' && one.evidence !== undefined;

/** The parameters that a list deviates by; undefined for what is no list. What keeps records in view is none. */
export function parametersOf({ requirement, evidence }: Shown): readonly string[] | undefined {
  const { parameters, grounds = [], field } = evidence.about ?? {};
  if (parameters === undefined || field !== undefined) return undefined;
  const covered = [requirement.clause, ...(requirement.alsoCovers ?? [])];
  return [...parameters, ...grounds.filter((one) => covered.includes(one))];
}

/** How directly a requirement is about that by which its target deviates: just about it (0), also about it, or not. */
function distanceOf(one: Shown): number {
  const { clause, alsoCovers = [] } = one.requirement;
  const named = one.evidence.about?.field === undefined ? (parametersOf(one) ?? []) : [one.evidence.about.field];
  if (named.includes(clause)) return 0;
  return named.some((name) => alsoCovers.includes(name)) ? 1 : 2;
}

/** Whether a requirement is about the kind of record that an operation deviates on, and not about how all are served. */
const isOfOperation = ({ requirement, evidence }: Shown): boolean =>
  requirement.id.split('.')[0] === evidence.about?.operation?.split('.')[0];

/** Puts the most direct requirement first: about just this kind of record, with the fewest parameters, clauses and needs. */
export function byDirectness(one: Shown, other: Shown): number {
  const weights = [one, other].map((shown) => [
    distanceOf(shown),
    isOfOperation(shown) ? 0 : 1,
    parametersOf(shown)?.length ?? 0,
    shown.requirement.alsoCovers?.length ?? 0,
    shown.requirement.needs.length,
  ]);
  const [mine = [], others = []] = weights;
  const differing = mine.findIndex((weight, at) => weight !== others[at]);
  return differing < 0 ? 0 : (mine[differing] ?? 0) - (others[differing] ?? 0);
}

/** The kinds of a list that is wrong. */
export const LISTED: readonly DeviationKind[] = ['selection', 'order', 'total'];

/** Whether a requirement is about what several users may see and do. */
export const needsIdentity = ({ requirement }: Shown): boolean =>
  requirement.needs.some((need) => need.startsWith('identity.'));

/** Whether what a failure shows follows from what another one shows. */
export type Follows = (echo: Shown, cause: Shown) => boolean;

/** The last part of a dotted name: `GET` of `events.by-slug.item.GET`. */
export const lastOf = (name: string): string => name.slice(name.lastIndexOf('.') + 1);

const operationOf = ({ evidence }: Shown): string => evidence.about?.operation ?? '';

/** The collection that a failure shows something of; empty for what is of none. */
export const collectionOf = (one: Shown): string => operationOf(one).split('.')[0] ?? '';

/** The form of address of the request: `events.by-slug.item`. */
export const addressOf = (one: Shown): string => operationOf(one).replace(/\.[A-Z]+$/, '');

/** The method of the request. */
export const methodOf = (one: Shown): string => lastOf(operationOf(one));

/**
 * Whether what one failure shows of users can follow from another one: both are about several, or it breaks the same
 * clause. What a user may not see or do follows from nothing else.
 */
export const isOfSameUsers: Follows = (echo, cause) =>
  needsIdentity(echo) === needsIdentity(cause) ||
  (needsIdentity(echo) && echo.requirement.clause === cause.requirement.clause);

/** Whether two failures are shown by one operation. */
export const isSameOperation: Follows = (one, other) =>
  operationOf(one) !== '' && operationOf(one) === operationOf(other);
