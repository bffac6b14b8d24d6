import { basename, join, resolve } from 'node:path';
import type { ExitCode } from '../../reports/conclusion.js';
import { toBoardPage } from '../../reports/board/board-page.js';
import { toBoardMarkdown } from '../../reports/board/board-summary.js';
import { type BoardRun, toBoard } from '../../reports/board/run-board.js';
import { plural } from '../../wire/wording.js';
import { wrongUse } from '../input/command-error.js';
import { type Environment, textOutputOf, writeLines } from '../input/environment.js';
import { isFolder, jsonFilesIn } from '../input/json-file.js';
import type { ReportRequest } from '../options/command-flags.js';
import { readReportFile } from '../output/report-file.js';
import { refuseUnwritable, writeReport } from '../output/report-output.js';
import type { BoardContext } from './check-targets.js';

export interface BoardFlags {
  readonly output: string;
  readonly check?: string;
  readonly report?: readonly ReportRequest<'markdown'>[];
}

/** Writes the reports of several runs side by side, as one page; with `--check`, judges their targets first. */
export async function board(sources: readonly string[], flags: BoardFlags, context: BoardContext): Promise<ExitCode> {
  const { environment } = context;
  const { output, check, report = [] } = flags;
  await refuseUnwritable([{ file: output }, ...report], environment);
  if (check !== undefined) {
    const { checkTargets } = await import('./check-targets.js');
    const { runs, code } = await checkTargets(check, sources, context);
    writeBoard(runs, flags, environment);
    return code;
  }
  const paths = (await Promise.all(sources.map((source) => reportsIn(source, environment)))).flat();
  if (paths.length < 2) throw wrongUse('A board needs at least two reports.');
  const { folder } = environment;
  const same = paths.find((path) => resolve(folder, path) === resolve(folder, output));
  if (same !== undefined) throw wrongUse(`${same} is an input report; name another file with -o.`);
  const runs: BoardRun[] = [];
  for (const [at, path] of paths.entries()) {
    runs.push({ name: toName(path, at, paths), report: await readReportFile(path, environment) });
  }
  writeBoard(runs, flags, environment);
  return 0;
}

/** The reports of a folder, or a report itself. */
async function reportsIn(source: string, environment: Environment): Promise<readonly string[]> {
  if (!(await isFolder(source, environment))) return [source];
  return (await jsonFilesIn(source, environment)).map((name) => join(source, name));
}

function writeBoard(runs: readonly BoardRun[], { output, report = [] }: BoardFlags, environment: Environment): void {
  writeReport({ file: output }, toBoardPage(runs), environment);
  const whole = toBoard(runs);
  for (const request of report) writeReport(request, toBoardMarkdown(whole), environment);
  const { different, same, uncompared } = whole;
  const all = plural(different.length + same.length, 'requirement');
  const rest = uncompared.length === 0 ? '' : `; ${uncompared.length} judged in fewer than two runs`;
  const sentence = `Verdicts differ for ${different.length} of ${all}${rest}.`;
  writeLines(textOutputOf(report, environment), [`${sentence} Open ${output} for details.`]);
}

/** A file's name without its extension, where it is unique; otherwise the path as given. */
function toName(path: string, at: number, paths: readonly string[]): string {
  const toShort = (one: string): string => basename(one).replace(/\.json$/, '');
  return paths.some((other, place) => place !== at && toShort(other) === toShort(path)) ? path : toShort(path);
}
