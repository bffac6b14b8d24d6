import type { Judged } from '../run-event.js';

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
