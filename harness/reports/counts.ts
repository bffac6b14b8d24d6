import type { Judged } from '../run-event.js';
import type { VerdictOutcome } from '../verdict.js';

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
