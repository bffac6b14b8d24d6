import { Ajv2020 } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import type { DeviationDetails } from '../errors.js';
import type { JsonObject, JsonValue } from '../json.js';
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

const ajv = new Ajv2020();
formats.default(ajv);

/** Whether a value is a run report, in the format of `runReportSchema`. */
export const isReportedRun: (value: JsonValue) => value is JsonValue & ReportedRun = ajv.compile<
  JsonValue & ReportedRun
>(runReportSchema);
