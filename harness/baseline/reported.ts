import { Ajv2020 } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import type { Mode } from '../client.js';
import type { DeviationDetails } from '../errors.js';
import type { JsonObject, JsonValue } from '../json.js';
import type { DrawnAt } from '../replay.js';
import { runReportSchema } from '../reports/run-report-schema.js';
import type { Level } from '../requirement.js';
import type { RunEnd } from '../run.js';
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

/** A failure with all that it takes to play it again. */
interface WholeFailure extends ReportedFailure {
  readonly counterexample: ReportedFailure['counterexample'] & DrawnAt;
  readonly intermittent: boolean;
}

/** A run report, as far as other commands go on with it. */
export interface WholeRun extends ReportedRun {
  readonly url: string;
  readonly namespace: string;
  readonly mode: Mode;
  readonly seed: number;
  readonly requirements: readonly (Pick<ReportedRequirement, 'id' | 'level'> & {
    readonly verdict: WholeFailure | { readonly outcome: Exclude<VerdictOutcome, 'failed'> };
  })[];
}

const ajv = new Ajv2020();
formats.default(ajv);

/** Whether a value is a run report, in the format of `runReportSchema`. */
export const isReportedRun: (value: JsonValue) => value is JsonValue & WholeRun = ajv.compile<JsonValue & WholeRun>(
  runReportSchema,
);
