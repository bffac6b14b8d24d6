import type { RunReport } from '../harness/reports/model.js';
import { reports } from '../harness/reports/reports.js';
import type { Environment } from './environment.js';
import { writeReport } from './report-files.js';
import type { ReportRequest } from './report-request.js';

/** Writes the reports that were asked for; one that cannot be written keeps no other from it. */
export function writeReports(requests: readonly ReportRequest[], report: RunReport, environment: Environment): void {
  const failures: unknown[] = [];
  for (const request of requests) {
    try {
      writeReport(request, reports[request.format](report), environment);
    } catch (error) {
      failures.push(error);
    }
  }
  if (failures.length > 0) throw failures[0];
}
