import type { RequirementInfo } from '../kernel/requirement.js';
import type { Judged } from '../kernel/run-event.js';
import type { Verdict, VerdictOutcome } from '../kernel/verdict.js';
import { excerpt, toPrintableLine } from '../wire/printable.js';

/**
 * How a requirement stands with what a run demands: a failure that fails the run (a breach), one below the level that
 * does (a lapse), one that the baseline knows, and a word about calproof itself (a defect) are told apart.
 */
export type Standing = 'passed' | 'breach' | 'lapse' | 'known' | 'cantTell' | 'inapplicable' | 'untested' | 'defect';

/** How a requirement stands; `strict` runs demand SHOULD too. */
export function standingOf({ requirement, verdict, known }: Judged, strict: boolean): Standing {
  if (verdict.outcome === 'untested') return verdict.defect ? 'defect' : 'untested';
  if (verdict.outcome !== 'failed') return verdict.outcome;
  if (known) return 'known';
  return requirement.level === 'MUST' || (strict && requirement.level === 'SHOULD') ? 'breach' : 'lapse';
}

const LONGEST = 600;

/** Why a requirement is not passed, in a line; undefined where it is. */
export function toWhy(one: Judged, strict: boolean): string | undefined {
  const why = sayWhy(one, strict);
  return why === undefined ? undefined : toPrintableLine(excerpt(why, LONGEST));
}

function sayWhy(one: Judged, strict: boolean): string | undefined {
  const { requirement, verdict, known } = one;
  switch (verdict.outcome) {
    case 'passed':
      return undefined;
    case 'failed': {
      const { expected, observed } = verdict.counterexample.deviation;
      const contrast = `expected ${expected}, observed ${observed}`;
      if (known) return `known deviation until ${known.expires} (${known.reason || 'without a reason'}): ${contrast}`;
      const isLapse = standingOf(one, strict) === 'lapse';
      return isLapse ? `${requirement.level} failed, which does not fail this run: ${contrast}` : contrast;
    }
    case 'cantTell':
      return `could not be told: ${verdict.reason}`;
    case 'inapplicable':
      return `does not apply: ${verdict.reason}`;
    case 'untested':
      return `was not judged: ${verdict.reason}`;
  }
}

/** How many requirements came to each outcome; a failure that a baseline knows is `known` and not `failed`. */
export type Counts = Readonly<Record<VerdictOutcome | 'known', number>>;

/** Counts the verdicts by outcome. */
export function countOutcomes(judged: readonly Judged[]): Counts {
  const counts = { passed: 0, failed: 0, known: 0, cantTell: 0, inapplicable: 0, untested: 0 };
  for (const { verdict, known } of judged) counts[known ? 'known' : verdict.outcome] += 1;
  return counts;
}

/** Whether the target was found to keep or to break the requirement. */
export const isConclusive = ({ verdict }: Judged): boolean =>
  verdict.outcome === 'passed' || verdict.outcome === 'failed';

/** Whether the requirement is about this target at all. */
export const isApplicable = ({ verdict }: Judged): boolean => verdict.outcome !== 'inapplicable';

type Failed = Extract<Verdict, { outcome: 'failed' }>;

/** A failed requirement and those that it explains. */
export interface Cause {
  readonly requirement: RequirementInfo;
  readonly verdict: Failed;
  readonly explains: readonly Judged[];
}

/** The failures that no other failure explains, in the order of judging, each with what it explains. */
export function toCauses(judged: readonly Judged[]): readonly Cause[] {
  return unexplained(judged).flatMap(({ requirement, verdict, known }) => {
    if (verdict.outcome !== 'failed' || known) return [];
    return [{ requirement, verdict, explains: judged.filter((other) => causeOf(other) === requirement.id) }];
  });
}

/** What stands for itself in a report: a failure that a baseline knows is not told at length, so it explains nothing. */
export function unexplained(judged: readonly Judged[]): readonly Judged[] {
  const known = new Set(judged.filter((one) => one.known).map(({ requirement }) => requirement.id));
  return judged.filter((one) => {
    const cause = causeOf(one);
    return cause === undefined || known.has(cause);
  });
}

/** The failed requirement that a verdict is explained by. */
export const causeOf = ({ verdict }: Judged): string | undefined =>
  verdict.outcome === 'failed' || verdict.outcome === 'cantTell' ? verdict.cause : undefined;
