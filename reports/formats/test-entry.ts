import { suiteOf } from '../../kernel/requirement.js';
import { toPrintableLine } from '../../wire/printable.js';
import type { ReportedRequirement, ReportedUse, RunReport } from '../run-report-schema.js';
import { type Cause, toCauses } from '../causes.js';
import { causeOf, hasCounterexample, type Standing, standingOf, toWhy } from '../standing.js';
import { toFailureText } from '../terminal/failure-lines.js';

/** One case of a test report: a requirement, or a condition on the run as a whole. */
export interface TestEntry {
  readonly suite: string;
  /** The same in every run. */
  readonly name: string;
  readonly standing: Standing;
  /** Why it did not pass, in a line. */
  readonly message?: string;
  /** A failure in full. */
  readonly text?: string;
  readonly ms: number;
  /** What else is known, by name. */
  readonly facts: Readonly<Record<string, string>>;
}

/**
 * A run as test cases. Test formats know little but pass and fail, so nothing may seem better than it is: besides the
 * requirements there are entries for whatever else can fail a run.
 */
export const toTestEntries = (report: RunReport): readonly TestEntry[] => [
  ...toRequirementEntries(report),
  toRunEntry(report),
  ...(report.baseline ?? []).flatMap(toUseEntry),
];

function toRequirementEntries(report: RunReport): readonly TestEntry[] {
  const causes = new Map(toCauses(report.requirements).map((cause) => [cause.failure.id, cause]));
  return report.requirements.map((one) => toEntry(one, report, causes.get(one.id)));
}

function toEntry(one: ReportedRequirement, report: RunReport, known: Cause | undefined): TestEntry {
  const { id, level, profile, clause, statement, clauseText, verdict, ms = 0 } = one;
  const message = toWhy(one, report);
  const failure = hasCounterexample(one) ? one : undefined;
  const { outcome } = verdict;
  const kind = failure?.verdict.counterexample.deviation.kind;
  return {
    suite: suiteOf(id),
    name: id,
    standing: standingOf(one, report.strict),
    ...(message !== undefined && { message }),
    ...(failure && { text: toFailureText({ ...(known ?? { failure, explains: [] }), world: report.world }) }),
    ms,
    facts: toGiven({ id, level, profile, clause, statement, outcome, clauseText, cause: causeOf(one), kind }),
  };
}

const toGiven = (facts: Readonly<Record<string, string | undefined>>): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(facts).flatMap(([name, text]) => (text === undefined ? [] : [[name, text]])));

/** The suite of what is not a requirement. */
const RUN = 'run';

/** Whether the run reached a conclusion. */
function toRunEntry({ exitCode, conclusion, url, namespace, version, seed }: RunReport): TestEntry {
  const isJudged = exitCode === 0 || exitCode === 1;
  const facts = { id: 'run.judged', url, namespace, version, seed: String(seed), conclusion };
  const standing = isJudged ? 'passed' : 'defect';
  return { suite: RUN, name: facts.id, standing, ...(!isJudged && { message: conclusion }), ms: 0, facts };
}

/** A stale or expired entry of the baseline fails a run, whatever its requirement comes to. */
function toUseEntry({ requirement, state, why }: ReportedUse): readonly TestEntry[] {
  if (state !== 'stale' && state !== 'expired') return [];
  const name = `run.baseline.${requirement}`;
  const message = toPrintableLine(`the entry for ${requirement} is ${state}: it ${why}`);
  return [{ suite: RUN, name, standing: 'breach', message, ms: 0, facts: { id: name, requirement, state } }];
}
