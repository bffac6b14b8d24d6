import type { RunReport } from '../../reports/run-report-schema.js';
import { readRunReport } from '../../reports/run-report-reader.js';
import { wrongUse } from '../input/command-error.js';
import type { Environment } from '../input/environment.js';
import { readJsonFile } from '../input/json-file.js';

/** Reads a run report, as `check --report json=FILE` writes it. Throws a wrong use for anything else. */
export async function readReportFile(path: string, environment: Environment): Promise<RunReport> {
  const reading = readRunReport(await readJsonFile(path, environment));
  if ('report' in reading) return reading.report;
  throw wrongUse(`${path} ${reading.problem}.`);
}
