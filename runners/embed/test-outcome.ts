import { clauseOf, isClauseId } from '../../contract/clauses/clauses.js';
import type { EntryUse } from '../../kernel/baseline-entry.js';
import type { RequirementInfo } from '../../kernel/requirement.js';
import type { Verdict } from '../../kernel/verdict.js';
import { toReportedRequirement, toReportedUse } from '../../reports/run-report.js';
import { isFailed, standingOf, toWhy } from '../../reports/standing.js';
import { toUseSentence } from '../../reports/terminal/baseline-lines.js';
import { toFailureLines } from '../../reports/terminal/failure-lines.js';
import { createPalette } from '../../reports/terminal/layout.js';
import { toCurl } from '../../wire/curl.js';

/** The outcome of the test of a requirement. A skipped test has a reason, and does not count as passed. */
export type TestOutcome =
  | { readonly kind: 'passes' }
  | { readonly kind: 'fails'; readonly message: string }
  | { readonly kind: 'skips'; readonly reason: string };

/** How a verdict becomes the outcome of a test. */
interface TestOutcomeOptions {
  /** Whether a failed SHOULD fails its test too. */
  readonly strict: boolean;
  /** Whether an inconclusive requirement fails its test, or skips it. */
  readonly inconclusive: 'fail' | 'skip';
  /** The origin of the target, for the curl lines. */
  readonly origin: string;
  /** The state of the baseline's entry for the requirement, where it has one. */
  readonly use?: EntryUse | undefined;
}

/** A verdict as the outcome of a test. */
export function toTestOutcome(info: RequirementInfo, verdict: Verdict, options: TestOutcomeOptions): TestOutcome {
  switch (verdict.outcome) {
    case 'passed':
      return options.use ? { kind: 'fails', message: toUseSentence(toReportedUse(options.use)) } : { kind: 'passes' };
    case 'failed':
      return toFailedOutcome(info, verdict, options);
    case 'cantTell':
      return options.inconclusive === 'fail'
        ? { kind: 'fails', message: `inconclusive: ${verdict.reason}` }
        : { kind: 'skips', reason: `inconclusive: ${verdict.reason}` };
    case 'untested':
      return { kind: 'fails', message: `not run: ${verdict.reason}` };
    case 'inapplicable':
      return { kind: 'skips', reason: `not applicable: ${verdict.reason}` };
  }
}

type Failed = Extract<Verdict, { outcome: 'failed' }>;

/** A known deviation is skipped, not passed; one with an expired entry fails whatever its level, as in a run. */
function toFailedOutcome(requirement: RequirementInfo, verdict: Failed, options: TestOutcomeOptions): TestOutcome {
  const { strict, use, origin } = options;
  const judged = { requirement, verdict, ...(use?.state === 'known' && { known: use.entry }) };
  const reported = toReportedRequirement(judged, { toCurl: (exchange) => toCurl(exchange, { origin }), clauseText });
  const baseline = use ? [toReportedUse(use)] : [];
  const fails = use?.state === 'expired' || standingOf(reported, strict) === 'breach';
  if (!fails || !isFailed(reported)) return { kind: 'skips', reason: toWhy(reported, { strict, baseline }) ?? '' };
  const about = baseline.flatMap((one) => [toUseSentence(one), '']);
  const lines = toFailureLines({ failure: reported, explains: [] }, { palette: createPalette(false), width: WIDTH });
  return { kind: 'fails', message: [...about, ...lines].join('\n') };
}

const WIDTH = 110;

const clauseText = (id: string): string | undefined => (isClauseId(id) ? clauseOf(id).text : undefined);
