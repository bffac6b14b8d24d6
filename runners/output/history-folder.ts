import { mkdirSync, writeFileSync } from 'node:fs';
import { access, constants, stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { type HistoryEntry, toHistoryName, toHistoryText } from '../../reports/history/history-entry.js';
import type { RunReport } from '../../reports/run-report-schema.js';
import { cannotJudge, wrongUse } from '../input/command-error.js';
import type { Environment } from '../input/environment.js';
import { jsonFilesIn, readJsonFile, toReason } from '../input/json-file.js';
import { type ReportOptions, writeReports } from './report-output.js';

/** Throws a wrong use where no run can be added to a history, before anything is sent. */
export async function refuseHistory(folder: string, environment: Environment): Promise<void> {
  await jsonFilesIn(folder, environment);
  const path = resolve(environment.folder, folder);
  const exists = await stat(path).catch(() => undefined);
  try {
    if (exists) await access(path, constants.W_OK);
  } catch (error) {
    throw wrongUse(`The history ${folder} cannot be written: ${toReason(error)}.`);
  }
}

/** Reads the runs of a history. Throws a wrong use for a file that is none. */
export async function readHistoryFolder(folder: string, environment: Environment): Promise<readonly HistoryEntry[]> {
  const { readHistoryEntry } = await import('../../reports/history/history-reader.js');
  const entries: HistoryEntry[] = [];
  for (const name of await jsonFilesIn(folder, environment)) {
    const path = join(folder, name);
    const entry = readHistoryEntry(await readJsonFile(path, environment));
    if (!entry) throw wrongUse(`${path} is not a run of a history; calproof history ${folder} REPORT adds runs.`);
    entries.push(entry);
  }
  return entries;
}

/** Adds a run to a history, which is created where it is missing. */
export function addToHistory(folder: string, report: RunReport, environment: Environment): void {
  const path = resolve(environment.folder, folder);
  try {
    mkdirSync(path, { recursive: true });
    writeFileSync(join(path, toHistoryName(report)), toHistoryText(report));
  } catch (error) {
    throw cannotJudge(`The history ${folder} could not be written: ${toReason(error)}.`);
  }
}

/** What is kept of a run of `check`. */
interface KeptRun extends ReportOptions {
  readonly historyFolder: string | undefined;
}

/** Writes the requested reports of a run, and adds it to its history. */
export function keepRun({ historyFolder, ...options }: KeptRun, report: RunReport, environment: Environment): void {
  try {
    writeReports(options, report, environment);
  } finally {
    if (historyFolder !== undefined) addToHistory(historyFolder, report, environment);
  }
}
