import type { Failed } from '../harness/replayed.js';
import type { RunReport } from '../harness/reports/model.js';
import type { CalendarRequirement } from '../target/subject.js';
import { wrongUse } from './command-error.js';
import { nearest } from './nearest.js';
import { startsWith } from './selection.js';

/** A failure of a report, and the requirement that failed. */
export interface ReportedFailure {
  readonly requirement: CalendarRequirement;
  readonly failed: Failed;
}

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
  const ids = failures.map(({ requirement }) => requirement.id);
  const hint = ids.length === 0 ? 'nothing failed in it' : `the nearest that failed is ${nearest(id, ids)}`;
  throw wrongUse(`Nothing called ${id} failed in the report; ${hint}.`);
}
