import type { StoredFailure } from '../harness/replayed.js';
import { plural, someOf } from '../harness/reports/layout.js';
import type { RunReport } from '../harness/reports/model.js';
import type { FailedRequirement } from '../harness/reports/script.js';
import type { CalendarRequirement } from '../target/subject.js';
import { type CommandError, wrongUse } from './command-error.js';
import { nearest } from './nearest.js';
import { startsWith } from './selection.js';

/** A failure of a report, and the requirement that failed. */
export interface ReportedFailure {
  readonly requirement: CalendarRequirement;
  readonly failed: StoredFailure;
}

/** Which failures of a report are chosen, and which requirements are known. */
export interface ChooseOptions {
  /** Whose id starts so; all, when not given. */
  readonly id: string | undefined;
  readonly known: readonly CalendarRequirement[];
}

/** The failures of a report that are to be played again. Throws a wrong use where nothing that failed is called so. */
export function chooseFailures({ requirements }: RunReport, { id, known }: ChooseOptions): readonly ReportedFailure[] {
  const failures = requirements.flatMap(({ id: own, verdict }) => {
    if (!('counterexample' in verdict)) return [];
    const requirement = known.find((one) => one.id === own);
    if (!requirement) throw wrongUse(`The report has ${own}, which this calproof does not know; give its --suite.`);
    return [{ requirement, failed: { ...verdict.counterexample, intermittent: verdict.intermittent } }];
  });
  if (id === undefined) return failures;
  const chosen = failures.filter(({ requirement }) => startsWith(requirement.id, id));
  if (chosen.length > 0) return chosen;
  throw notFailed(
    id,
    failures.map(({ requirement }) => requirement.id),
  );
}

/** The only failure of a report whose id starts so. Throws a wrong use where there is none, or more than one. */
export function chooseFailure({ requirements }: RunReport, id = ''): FailedRequirement {
  const failures = requirements.flatMap((one) =>
    'counterexample' in one.verdict ? [{ ...one, verdict: one.verdict }] : [],
  );
  const chosen = failures.filter((one) => id === '' || startsWith(one.id, id));
  const [only, ...others] = chosen;
  if (only && (others.length === 0 || only.id === id)) return only;
  const ids = (only ? chosen : failures).map((one) => one.id);
  if (!only) throw notFailed(id, ids);
  throw wrongUse(`A script is for one failure; name one of ${plural(ids.length, 'failure')}: ${someOf(ids, NAMED)}.`);
}

const NAMED = 5;

function notFailed(id: string, ids: readonly string[]): CommandError {
  const hint = ids.length === 0 ? 'nothing failed in it' : `the nearest that failed is ${nearest(id, ids)}`;
  return wrongUse(id === '' ? `Nothing failed in the report.` : `Nothing called ${id} failed in the report; ${hint}.`);
}
