import { clauseOf, isClauseId } from '../../contract/clauses/clauses.js';
import type { EntryUse } from '../../kernel/baseline-entry.js';
import type { RequirementInfo } from '../../kernel/requirement.js';
import type { Judged } from '../../kernel/run-event.js';
import type { Verdict } from '../../kernel/verdict.js';
import { type Cause, standingOf, toWhy } from '../../reports/standing.js';
import { toUseSentence } from '../../reports/terminal/baseline-lines.js';
import { toFailureLines } from '../../reports/terminal/failure-lines.js';
import { createPalette } from '../../reports/terminal/layout.js';
import { toCurl } from '../../wire/curl.js';

/** What a test of a requirement comes to. A skipped test says why; it is never to be read as green. */
export type TestOutcome =
  | { readonly kind: 'passes' }
  | { readonly kind: 'fails'; readonly message: string }
  | { readonly kind: 'skips'; readonly reason: string };

/** How a verdict becomes the outcome of a test. */
interface TestOutcomeOptions {
  /** Whether a SHOULD that is not met fails its test too. */
  readonly strict: boolean;
  /** Whether what cannot be told fails its test, or skips it. */
  readonly cannotTell: 'fail' | 'skip';
  /** Where the target is, for the curl lines. */
  readonly origin: string;
  /** What became of the baseline's entry for the requirement, where it has one. */
  readonly use?: EntryUse | undefined;
}

/** What a verdict is as the outcome of a test. */
export function toTestOutcome(info: RequirementInfo, verdict: Verdict, options: TestOutcomeOptions): TestOutcome {
  switch (verdict.outcome) {
    case 'passed':
      return options.use ? { kind: 'fails', message: toUseSentence(options.use) } : { kind: 'passes' };
    case 'failed':
      return toFailedOutcome(info, verdict, options);
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

type Failed = Extract<Verdict, { outcome: 'failed' }>;

/** A deviation that is known is skipped, not passed; one whose entry has expired fails whatever its level, as in a run. */
function toFailedOutcome(requirement: RequirementInfo, verdict: Failed, options: TestOutcomeOptions): TestOutcome {
  const { strict, use } = options;
  const judged = { requirement, verdict, ...(use?.state === 'known' && { known: use.entry }) };
  if (standingOf(judged, strict) !== 'breach' && use?.state !== 'expired') return skip(judged, strict);
  const about = use ? [toUseSentence(use), ''] : [];
  return { kind: 'fails', message: [...about, toMessage(requirement, verdict, options)].join('\n') };
}

const skip = (judged: Judged, strict: boolean): TestOutcome => ({ kind: 'skips', reason: toWhy(judged, strict) ?? '' });

/** A failure as the message of a failed test. */
function toMessage(requirement: RequirementInfo, verdict: Failed, { origin }: TestOutcomeOptions): string {
  const cause: Cause = { requirement, verdict, explains: [] };
  const lines = toFailureLines(cause, {
    palette: createPalette(false),
    width: 110,
    clauseText: (id) => (isClauseId(id) ? clauseOf(id).text : undefined),
    toCurl: (exchange) => toCurl(exchange, { origin }),
  });
  return lines.join('\n');
}
