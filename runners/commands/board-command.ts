import { basename, resolve } from 'node:path';
import type { ExitCode } from '../../reports/conclusion.js';
import { toBoardPage } from '../../reports/html/board-page.js';
import { type BoardRun, toBoard } from '../../reports/html/run-board.js';
import { plural } from '../../wire/wording.js';
import { wrongUse } from '../input/command-error.js';
import { type Environment, writeLines } from '../input/environment.js';
import { readReportFile } from '../output/report-file.js';
import { refuseUnwritable, writeReport } from '../output/report-output.js';

export interface BoardFlags {
  readonly output: string;
}

/** Writes the reports of several runs side by side, as one page. */
export async function board(
  paths: readonly string[],
  { output }: BoardFlags,
  environment: Environment,
): Promise<ExitCode> {
  if (paths.length < 2) throw wrongUse('A board needs at least two reports.');
  const { folder } = environment;
  const same = paths.find((path) => resolve(folder, path) === resolve(folder, output));
  if (same !== undefined) throw wrongUse(`${same} is an input report; name another file with -o.`);
  await refuseUnwritable([{ file: output }], environment);
  const runs: BoardRun[] = [];
  for (const [at, path] of paths.entries()) {
    runs.push({ name: toName(path, at, paths), report: await readReportFile(path, environment) });
  }
  writeReport({ file: output }, toBoardPage(runs), environment);
  const { different, same: alike } = toBoard(runs);
  const all = plural(different.length + alike.length, 'requirement');
  const sentence = `${different.length} of ${all} have different verdicts.`;
  writeLines(environment.stdout, [`${sentence} Open ${output} for details.`]);
  return 0;
}

/** A file's name without its extension, where it is unique; otherwise the path as given. */
function toName(path: string, at: number, paths: readonly string[]): string {
  const toShort = (one: string): string => basename(one).replace(/\.json$/, '');
  return paths.some((other, place) => place !== at && toShort(other) === toShort(path)) ? path : toShort(path);
}
