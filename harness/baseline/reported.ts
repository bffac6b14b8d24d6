import type { DeviationDetails } from '../deviation.js';
import type { JsonObject, JsonValue } from '../json.js';
import type { Level } from '../requirement.js';
import type { RunEnd } from '../run-event.js';
import type { VerdictOutcome } from '../verdict.js';

/** A failure as a run report tells it. */
interface ReportedFailure {
  readonly outcome: 'failed' | 'known';
  readonly counterexample: {
    readonly value: JsonValue;
    readonly deviation: Pick<DeviationDetails, 'kind' | 'expected' | 'observed'>;
  };
}

/** A requirement as a run report tells it. */
export interface ReportedRequirement {
  readonly id: string;
  readonly level: Level;
  readonly verdict: ReportedFailure | { readonly outcome: Exclude<VerdictOutcome, 'failed'> };
}

/** The parts of a run report that a baseline is made of. */
export interface ReportedRun {
  readonly now: string;
  readonly learned: JsonObject;
  readonly end: RunEnd['end'];
  readonly requirements: readonly ReportedRequirement[];
}
