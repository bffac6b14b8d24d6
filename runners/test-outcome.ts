import { clauseOf, isClauseId } from '../contract/clauses.js';
import { toCurl } from '../harness/curl.js';
import type { Cause } from '../harness/reports/causes.js';
import { toFailureLines } from '../harness/reports/failure.js';
import { createPalette } from '../harness/reports/palette.js';
import type { RequirementInfo } from '../harness/requirement.js';
import type { Verdict } from '../harness/verdict.js';

/** What a test of a requirement comes to. A skipped test says why; it is never to be read as green. */
export type TestOutcome =
  | { readonly kind: 'passes' }
  | { readonly kind: 'fails'; readonly message: string }
  | { readonly kind: 'skips'; readonly reason: string };

export interface TestOutcomeOptions {
  /** Whether a SHOULD that is not met fails its test too. */
  readonly strict: boolean;
  /** Whether what cannot be told fails its test, or skips it. */
  readonly cannotTell: 'fail' | 'skip';
  /** Where the target is, for the curl lines. */
  readonly origin: string;
}

/** What a verdict is as the outcome of a test. */
export function toTestOutcome(info: RequirementInfo, verdict: Verdict, options: TestOutcomeOptions): TestOutcome {
  switch (verdict.outcome) {
    case 'passed':
      return { kind: 'passes' };
    case 'failed':
      return info.level === 'MUST' || (options.strict && info.level === 'SHOULD')
        ? { kind: 'fails', message: toMessage(info, verdict, options) }
        : { kind: 'skips', reason: `${info.level} not met: ${verdict.counterexample.deviation.observed}` };
    case 'cantTell':
      return options.cannotTell === 'fail'
        ? { kind: 'fails', message: `cannot tell: ${verdict.reason}` }
        : { kind: 'skips', reason: `cannot tell: ${verdict.reason}` };
    case 'untested':
      return { kind: 'fails', message: `not tested: ${verdict.reason}` };
    case 'inapplicable':
      return { kind: 'skips', reason: `not applicable: ${verdict.reason}` };
  }
}

/** A failure as the message of a failed test. */
function toMessage(
  requirement: RequirementInfo,
  verdict: Extract<Verdict, { outcome: 'failed' }>,
  { origin }: TestOutcomeOptions,
): string {
  const cause: Cause = { requirement, verdict, explains: [] };
  const lines = toFailureLines(cause, {
    palette: createPalette(false),
    width: 110,
    clauseText: (id) => (isClauseId(id) ? clauseOf(id).text : undefined),
    toCurl: (exchange) => toCurl(exchange, { origin }),
  });
  return lines.join('\n');
}
