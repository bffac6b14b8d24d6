import { suiteOf } from '../../kernel/requirement.js';
import { toPrintableLine } from '../../wire/printable.js';
import type { ReportedUse, RunReport } from '../run-report-model.js';
import { causeOf, type Standing, standingOf, toCauses, toWhy } from '../standing.js';
import { toFailureText } from '../terminal/failure-lines.js';
import { toRestoredRun } from '../terminal/restored-run.js';

/** One line of a report of tests: a requirement, or a demand on the run as a whole. */
export interface TestEntry {
  readonly suite: string;
  /** The same in every run. */
  readonly name: string;
  readonly standing: Standing;
  /** Why, in a line, for everything but a pass. */
  readonly message?: string;
  /** A failure at length. */
  readonly text?: string;
  readonly ms: number;
  /** What else is known, by name. */
  readonly facts: Readonly<Record<string, string>>;
}

/**
 * A run as formats for tests see it. They know little but pass and fail, so nothing may look better than it is: besides
 * the requirements there is an entry for what can fail a run and is none of them.
 */
export const toTestEntries = (report: RunReport): readonly TestEntry[] => [
  ...toRequirementEntries(report),
  toRunEntry(report),
  ...(report.baseline ?? []).flatMap(toUseEntry),
];

function toRequirementEntries(report: RunReport): readonly TestEntry[] {
  const { judged } = toRestoredRun(report);
  const explained = new Map(toCauses(judged).map(({ requirement, explains }) => [requirement.id, explains]));
  return judged.map((one, index) => {
    const { requirement, verdict, known, ms = 0 } = one;
    const { id, level, profile, clause, statement } = requirement;
    const message = toWhy(one, report.strict);
    const failed = verdict.outcome === 'failed' && { requirement, verdict, explains: explained.get(id) ?? [] };
    const kind = failed ? failed.verdict.counterexample.deviation.kind : undefined;
    const more = { clauseText: report.requirements[index]?.clauseText, cause: causeOf(one), kind };
    return {
      suite: suiteOf(id),
      name: id,
      standing: standingOf(one, report.strict),
      ...(message !== undefined && { message }),
      ...(failed && { text: toFailureText(failed, report) }),
      ms,
      facts: { id, level, profile, clause, statement, outcome: known ? 'known' : verdict.outcome, ...toGiven(more) },
    };
  });
}

const toGiven = (facts: Readonly<Record<string, string | undefined>>): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(facts).flatMap(([name, text]) => (text === undefined ? [] : [[name, text]])));

/** The suite of what can fail a run and is no requirement. */
const RUN = 'run';

/** Whether enough was told, to the end. */
function toRunEntry({ exitCode, conclusion, url, namespace, version, seed }: RunReport): TestEntry {
  const isJudged = exitCode === 0 || exitCode === 1;
  const facts = { id: 'run.judged', url, namespace, version, seed: String(seed), conclusion };
  const standing = isJudged ? 'passed' : 'defect';
  return { suite: RUN, name: facts.id, standing, ...(!isJudged && { message: conclusion }), ms: 0, facts };
}

/** Entries of a baseline that no longer hold fail a run, whatever their requirements come to. */
function toUseEntry({ requirement, state, why }: ReportedUse): readonly TestEntry[] {
  if (state !== 'stale' && state !== 'expired') return [];
  const name = `run.baseline.${requirement}`;
  const message = toPrintableLine(`the entry for ${requirement} is ${state}: it ${why}`);
  return [{ suite: RUN, name, standing: 'breach', message, ms: 0, facts: { id: name, requirement, state } }];
}
