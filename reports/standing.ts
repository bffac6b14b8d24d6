import type { Level } from '../kernel/requirement.js';
import type { Judged } from '../kernel/run-event.js';
import { excerpt, toPrintableLine } from '../wire/printable.js';
import type { ReportedFailure, ReportedRequirement, ReportedVerdict, RunReport } from './run-report-schema.js';

/** The levels, the most binding first. */
export const levels: readonly Level[] = ['MUST', 'SHOULD', 'MAY'];

/** As much of a requirement of a report as standings, counts and conclusions need. */
export interface Result extends Pick<ReportedRequirement, 'id' | 'level' | 'operations'> {
  readonly verdict: {
    readonly outcome: ReportedVerdict['outcome'];
    readonly cause?: string;
    readonly capability?: string;
    readonly defect?: boolean;
  };
}

/** A requirement that was judged, as a report states its outcome. */
export const toResult = ({ requirement, verdict, known }: Judged): Result => ({
  ...requirement,
  verdict: known ? { ...verdict, outcome: 'known' } : verdict,
});

/**
 * How a requirement stands with what a run demands: a failure either fails the run (a breach), is below the level that
 * does (a lapse) or is known to the baseline; an error of calproof itself is a defect.
 */
export type Standing = 'passed' | 'breach' | 'lapse' | 'known' | 'cantTell' | 'inapplicable' | 'untested' | 'defect';

/** How a requirement stands; `strict` runs demand SHOULD too. */
export function standingOf({ level, verdict }: Pick<Result, 'level' | 'verdict'>, strict: boolean): Standing {
  if (verdict.outcome === 'untested' && verdict.defect) return 'defect';
  if (verdict.outcome !== 'failed') return verdict.outcome;
  return level === 'MUST' || (strict && level === 'SHOULD') ? 'breach' : 'lapse';
}

const LONGEST = 600;

/** Why a requirement did not pass, in a line; undefined where it did. */
export function toWhy(one: ReportedRequirement, report: Pick<RunReport, 'strict' | 'baseline'>): string | undefined {
  const { verdict } = one;
  if (verdict.outcome === 'passed') return undefined;
  const why =
    'reason' in verdict ? `${openWords[verdict.outcome]}: ${verdict.reason}` : toContrast(one, verdict, report);
  return toPrintableLine(excerpt(why, LONGEST));
}

const openWords = { cantTell: 'inconclusive', inapplicable: 'not applicable', untested: 'not run' } as const;

function toContrast(
  { id, level, verdict }: ReportedRequirement,
  { counterexample }: ReportedFailure,
  { strict, baseline = [] }: Pick<RunReport, 'strict' | 'baseline'>,
): string {
  const { expected, observed } = counterexample.deviation;
  const contrast = `expected ${expected}, observed ${observed}`;
  if (verdict.outcome === 'known') {
    const { expires = '', reason = '' } = baseline.find(({ requirement }) => requirement === id) ?? {};
    return `known deviation until ${expires} (${reason || 'no reason given'}): ${contrast}`;
  }
  const isLapse = standingOf({ level, verdict }, strict) === 'lapse';
  return isLapse ? `${level} failed, which does not fail this run: ${contrast}` : contrast;
}

/** Counts the verdicts by outcome; a failure that a baseline knows is `known` and not `failed`. */
export function countOutcomes(all: readonly Pick<Result, 'verdict'>[]): RunReport['counts'] {
  const counts = { passed: 0, failed: 0, known: 0, cantTell: 0, inapplicable: 0, untested: 0 };
  for (const { verdict } of all) counts[verdict.outcome] += 1;
  return counts;
}

/** What was found of the target, whether or not a baseline knows it. */
export type Finding = 'passing' | 'failing';

/** Whether the target was found to keep or to break a requirement; undefined for an outcome that judges nothing. */
export const findingOf = (outcome: ReportedVerdict['outcome']): Finding | undefined =>
  outcome === 'passed' ? 'passing' : ['failed', 'known'].includes(outcome) ? 'failing' : undefined;

/** Whether the target was found to keep or to break the requirement. */
export const isConclusive = ({ verdict }: Pick<Result, 'verdict'>): boolean => findingOf(verdict.outcome) !== undefined;

/** Whether the requirement is about this target at all. */
export const isApplicable = ({ verdict }: Pick<Result, 'verdict'>): boolean => verdict.outcome !== 'inapplicable';

/** A requirement that failed, known to a baseline or not. */
export type Failed = ReportedRequirement & { readonly verdict: ReportedFailure };

/** Whether it failed, known to a baseline or not. */
export const hasCounterexample = (one: ReportedRequirement): one is Failed => 'counterexample' in one.verdict;
export const isFailed = (one: ReportedRequirement): one is Failed => one.verdict.outcome === 'failed';
export const isKnown = (one: ReportedRequirement): one is Failed => one.verdict.outcome === 'known';

/** The failed requirement that explains a verdict. */
export const causeOf = ({ verdict }: { readonly verdict: { readonly outcome: string; readonly cause?: string } }) =>
  verdict.cause;

/** What no failure of this report explains. A failure that a baseline knows explains nothing: it is not shown in full. */
export function unexplained(all: readonly ReportedRequirement[]): readonly ReportedRequirement[] {
  const failed = new Set(all.filter(isFailed).map(({ id }) => id));
  return all.filter((one) => !failed.has(causeOf(one) ?? ''));
}
