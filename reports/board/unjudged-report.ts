import { version } from '../../wire/package.js';
import { toRunReport } from '../run-report.js';
import type { RunFacts, RunReport } from '../run-report-schema.js';

/** A target that no run says anything of. Times are in ms since the epoch. */
export interface Unjudged {
  readonly facts: Pick<RunFacts, 'url' | 'namespace' | 'mode' | 'effort' | 'strict' | 'seed' | 'target'>;
  readonly startedAt: number;
  readonly endedAt: number;
  /** Why it was not judged, in a sentence. */
  readonly sentence: string;
  /** Whether its run had begun. */
  readonly hasBegun: boolean;
}

/** The report of a run that left none of its own, without verdicts. */
export function toUnjudgedReport({ facts, startedAt, endedAt, sentence, hasBegun }: Unjudged): RunReport {
  const started = new Date(startedAt).toISOString();
  return toRunReport(
    { judged: [], requests: 0, ms: endedAt - startedAt, end: hasBegun ? 'cut off' : 'not begun', left: [] },
    {
      facts: { version, ...facts, profiles: [], now: started, started, learned: {} },
      conclusion: { code: 3, sentence },
      toCurl: () => '',
      clauseText: () => undefined,
    },
  );
}
