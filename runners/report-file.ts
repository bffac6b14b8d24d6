import type { RunReport } from '../harness/reports/model.js';
import { readRunReport } from '../harness/reports/read-run-report.js';
import { wrongUse } from './command-error.js';
import type { Environment } from './environment.js';
import { readJsonFile } from './json-file.js';

/** Reads a report of a run, as `check --report json=FILE` writes it. Throws a wrong use for anything else. */
export async function readReportFile(path: string, environment: Environment): Promise<RunReport> {
  const reading = readRunReport(await readJsonFile(path, environment));
  if ('report' in reading) return reading.report;
  throw wrongUse(`${path} ${reading.problem}.`);
}
