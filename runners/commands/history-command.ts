import { join } from 'node:path';
import type { ExitCode } from '../../reports/conclusion.js';
import { toHistoryName } from '../../reports/history/history-entry.js';
import { toHistoryPage } from '../../reports/history/history-page.js';
import { toHistoryLines, toHistoryMarkdown } from '../../reports/history/history-summary.js';
import { toHistory } from '../../reports/history/history.js';
import type { RunReport } from '../../reports/run-report-schema.js';
import { wrongUse } from '../input/command-error.js';
import { type Environment, textOutputOf, toTextStyle, writeLines } from '../input/environment.js';
import { jsonFilesIn } from '../input/json-file.js';
import type { ReportRequest } from '../options/command-flags.js';
import { addToHistory, readHistoryFolder, refuseHistory } from '../output/history-folder.js';
import { readReportFile } from '../output/report-file.js';
import { refuseUnwritable, writeReport } from '../output/report-output.js';

export interface HistoryFlags {
  readonly output: string;
  readonly report?: readonly ReportRequest<'markdown'>[];
}

/** Adds reports to the history in a folder, and writes the whole history as one page. */
export async function history(
  folder: string,
  paths: readonly string[],
  { output, report: requests = [] }: HistoryFlags,
  environment: Environment,
): Promise<ExitCode> {
  await refuseHistory(folder, environment);
  await refuseUnwritable([{ file: output }, ...requests], environment);
  const kept = await readHistoryFolder(folder, environment);
  const reports = await readNew(folder, paths, environment);
  if (kept.length + reports.length === 0)
    throw wrongUse(`${folder} has no runs; calproof history ${folder} REPORT adds one.`);
  for (const report of reports) addToHistory(folder, report, environment);
  const whole = toHistory(reports.length === 0 ? kept : await readHistoryFolder(folder, environment));
  writeReport({ file: output }, toHistoryPage(whole), environment);
  const text = textOutputOf(requests, environment);
  writeLines(text, [...toHistoryLines(whole, toTextStyle(text, environment)), `Open ${output} for details.`]);
  for (const request of requests) writeReport(request, toHistoryMarkdown(whole), environment);
  return 0;
}

/** Reads reports to be added. Throws a wrong use for a part of a run and for a run that is there already. */
async function readNew(
  folder: string,
  paths: readonly string[],
  environment: Environment,
): Promise<readonly RunReport[]> {
  const places = new Map((await jsonFilesIn(folder, environment)).map((name) => [name, join(folder, name)]));
  const reports: RunReport[] = [];
  for (const path of paths) {
    const report = await readReportFile(path, environment);
    const name = toHistoryName(report);
    const place = places.get(name);
    if (report.shard) throw wrongUse(`${path} is one shard of a run; join all with calproof merge first.`);
    if (place !== undefined) throw wrongUse(`${path} and ${place} are the same run, which a history has once.`);
    places.set(name, path);
    reports.push(report);
  }
  return reports;
}
