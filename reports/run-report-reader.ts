import formats from 'ajv-formats';
import { Ajv2020, type ErrorObject } from 'ajv/dist/2020.js';
import { isJsonObject, type JsonValue } from '../wire/json.js';
import { toPrintableLine } from '../wire/printable.js';
import { RUN_REPORT, type RunReport } from './run-report-model.js';
import { runReportSchema } from './run-report-schema.js';

/** What a value came to as a run report: the report, or why it is none, in words that follow a file's name. */
type RunReportReading = { readonly report: RunReport } | { readonly problem: string };

const ajv = new Ajv2020();
formats.default(ajv);
const validate = ajv.compile<RunReport>(runReportSchema);

/** Reads a report of a run, and says of another value what it is instead: something else, of another version, broken. */
export function readRunReport(value: JsonValue): RunReportReading {
  if (validate(value)) return { report: value };
  const format = isJsonObject(value) ? value['format'] : undefined;
  if (format === RUN_REPORT) return { problem: `is a broken report of a run: ${toFault(validate.errors ?? [])}` };
  if (typeof format === 'string' && format.startsWith(FAMILY)) return { problem: toOtherVersion(format) };
  return { problem: 'is not a report of a run; calproof check --report json=FILE writes one' };
}

const FAMILY = RUN_REPORT.replace(/\d+$/, '');

const toOtherVersion = (format: string): string =>
  `is a report in the format ${toPrintableLine(format).slice(0, 40)}, and this calproof reads ${RUN_REPORT}; read it with the calproof that wrote it`;

/** The deepest thing that is wrong; that other alternatives are other ones says nothing. */
function toFault(errors: readonly ErrorObject[]): string {
  const telling = errors.filter(({ keyword }) => !['const', 'enum', 'oneOf'].includes(keyword));
  const depth = ({ instancePath }: ErrorObject): number => instancePath.split('/').length;
  const error = (telling.length > 0 ? telling : errors).toSorted((one, other) => depth(other) - depth(one))[0];
  if (!error) return 'it has another form';
  const place = error.instancePath === '' ? 'it' : toPrintableLine(error.instancePath).slice(0, 120);
  return `${place} ${error.message ?? 'has another form'}`;
}
