import { basename, join, resolve } from 'node:path';
import type { BoardRun } from '../../reports/board/run-board.js';
import { toHistoryName } from '../../reports/history/history-entry.js';
import type { RunReport } from '../../reports/run-report-schema.js';
import { wrongUse } from '../input/command-error.js';
import type { Environment } from '../input/environment.js';
import { exists, isFolder, jsonFilesIn } from '../input/json-file.js';
import { addToHistory } from '../output/history-folder.js';
import { readReportFile } from '../output/report-file.js';
import { toFileName } from './target-list.js';

/** A report that a board is made of. */
export interface BoardSource {
  readonly name: string;
  readonly path: string;
  /** The command that judges its target again; by default one made from the report. */
  readonly again?: string;
}

/** The reports that are named on the command line, and those in folders that are. */
export async function sourcesOf(words: readonly string[], environment: Environment): Promise<readonly BoardSource[]> {
  const paths = (await Promise.all(words.map((word) => reportsIn(word, environment)))).flat();
  return paths.map((path, at) => ({ name: toName(path, at, paths), path }));
}

/** The reports of a folder, or a report itself. */
async function reportsIn(source: string, environment: Environment): Promise<readonly string[]> {
  if (!(await isFolder(source, environment))) return [source];
  return (await jsonFilesIn(source, environment)).map((name) => join(source, name));
}

/** A file's name without its extension, where it is unique; otherwise the path as given. */
function toName(path: string, at: number, paths: readonly string[]): string {
  const toShort = (one: string): string => basename(one).replace(/\.json$/, '');
  return paths.some((other, place) => place !== at && toShort(other) === toShort(path)) ? path : toShort(path);
}

/** The folder in which a history of many targets keeps the runs of one. */
export const historyOf = (history: string, name: string): string => join(history, toFileName(name));

/** Throws a wrong use for one part of a run, which says little of its target. */
export function refusePart(path: string, { shard }: RunReport): void {
  if (shard) throw wrongUse(`${path} is one shard of a run; join all with calproof merge first.`);
}

/** Reads a report, and adds its run to the history of its target, where there is one that lacks it. */
export async function readRun(
  { name, path, again }: BoardSource,
  history: string | undefined,
  environment: Environment,
): Promise<BoardRun> {
  const report = await readReportFile(path, environment);
  const run = { name, report, ...(again !== undefined && { again }) };
  if (history === undefined) return run;
  refusePart(path, report);
  const folder = historyOf(history, name);
  const isKept = await exists(resolve(environment.folder, folder, toHistoryName(report)));
  if (!isKept) addToHistory(folder, report, environment);
  return run;
}
