import formats from 'ajv-formats';
import { Ajv2020, type ErrorObject } from 'ajv/dist/2020.js';
import { isJsonObject, type JsonValue } from '../wire/json.js';
import { toPrintableLine } from '../wire/printable.js';
import { RUN_REPORT, type RunReport, runReportSchema } from './run-report-schema.js';

/** A run report, or why a value is none, in words that follow a file's name. */
type RunReportReading = { readonly report: RunReport } | { readonly problem: string };

const ajv = new Ajv2020();
formats.default(ajv);
const validate = ajv.compile<RunReport>(runReportSchema);

/** Reads a run report; another value is something else, of another version, or invalid. */
export function readRunReport(value: JsonValue): RunReportReading {
  if (validate(value)) return { report: value };
  const format = isJsonObject(value) ? value['format'] : undefined;
  if (format === RUN_REPORT) return { problem: `is an invalid run report: ${toFault(validate.errors ?? [])}` };
  if (typeof format === 'string' && format.startsWith(FAMILY)) return { problem: toOtherVersion(format) };
  return { problem: 'is not a run report; calproof check --report json=FILE writes one' };
}

const FAMILY = RUN_REPORT.replace(/\d+$/, '');

const toOtherVersion = (format: string): string =>
  `is a run report in the format ${toPrintableLine(format).slice(0, 40)}, but this version of calproof reads ${RUN_REPORT}; run check again, or use the version that wrote it`;

/** The deepest error, if possible one that is not just a mismatch with an alternative. */
function toFault(errors: readonly ErrorObject[]): string {
  const informative = errors.filter(({ keyword }) => !['const', 'enum', 'oneOf'].includes(keyword));
  const depth = ({ instancePath }: ErrorObject): number => instancePath.split('/').length;
  const error = (informative.length > 0 ? informative : errors).toSorted((one, other) => depth(other) - depth(one))[0];
  if (!error) return 'it has an unexpected form';
  const place = error.instancePath === '' ? 'it' : toPrintableLine(error.instancePath).slice(0, 120);
  return `${place} ${error.message ?? 'has an unexpected form'}`;
}
