import { mkdir, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { ExitCode } from '../../reports/conclusion.js';
import type { BoardRun } from '../../reports/board/run-board.js';
import { quote } from '../../wire/curl.js';
import { isJsonArray, isJsonObject, type JsonValue } from '../../wire/json.js';
import { findConfig } from '../config/find-config.js';
import { readText } from '../config/document.js';
import { readConfig } from '../config/read-config.js';
import { toPrintableLine } from '../../wire/printable.js';
import { CommandError, wrongUse } from '../input/command-error.js';
import { type Environment, writeLines } from '../input/environment.js';
import { exists, jsonFilesIn, toReason } from '../input/json-file.js';
import { createCheckOptions } from '../options/check-options.js';
import { readReportFile } from '../output/report-file.js';

/** What a board may use besides its own code. */
export interface BoardContext {
  readonly environment: Environment;
  /** Runs another command line without its standard output. */
  readonly runCommand: (words: readonly string[]) => Promise<ExitCode>;
}

/** A target of a board: its name, and the words after `calproof check` that judge it. */
interface BoardTarget {
  readonly name: string;
  readonly words: readonly string[];
}

/** What became of all targets: the runs that have a report, and the gravest exit code. */
interface CheckedTargets {
  readonly runs: readonly BoardRun[];
  readonly code: ExitCode;
}

/** The gravest first. */
const codes: readonly ExitCode[] = [130, 2, 1, 3, 0];

/** Judges the targets of a file, one after the other, each with its own options, and keeps the reports in a folder. */
export async function checkTargets(
  file: string,
  sources: readonly string[],
  context: BoardContext,
): Promise<CheckedTargets> {
  const [folder = 'board', ...others] = sources;
  if (others.length > 0) throw wrongUse('With --check a board has one folder, for the reports.');
  const targets = await readTargets(file, context);
  await jsonFilesIn(folder, context.environment);
  const runs: BoardRun[] = [];
  const seen: ExitCode[] = [];
  for (const target of targets) {
    if (context.environment.signal.aborted) break;
    const { run, code } = await checkTarget(target, folder, context);
    seen.push(code);
    if (run) runs.push(run);
  }
  const code = codes.find((one) => seen.includes(one)) ?? 0;
  if (runs.length > 1) return { runs, code };
  const sentence = `A board needs at least two runs, but only ${runs.length} began.`;
  throw new CommandError(code === 130 || code === 2 ? code : 3, sentence);
}

async function checkTarget({ name, words }: BoardTarget, folder: string, { environment, runCommand }: BoardContext) {
  const file = join(folder, `${toFileName(name)}.json`);
  const path = resolve(environment.folder, file);
  try {
    await mkdir(resolve(environment.folder, folder), { recursive: true });
    await rm(path, { force: true });
  } catch (error) {
    throw wrongUse(`${file} cannot be written: ${toReason(error)}.`);
  }
  const command = ['check', ...words];
  writeLines(environment.stdout, [`${name}: calproof ${command.map(quote).join(' ')}`]);
  const code = await runCommand([...command, '--quiet', '--no-agent', '--report', `json=${file}`]);
  if (!(await exists(path))) return { code };
  const report = await readReportFile(file, environment);
  writeLines(environment.stdout, [`  ${toPrintableLine(report.conclusion)}`]);
  const again = ['calproof', ...command.map(quote), '--seed', report.seed, '--now', quote(report.now)].join(' ');
  return { code, run: { name, report, again } };
}

const toFileName = (name: string): string => name.replace(/[^\w.-]+/g, '-');

/** Reads a list of URLs, or the named targets of a configuration. */
async function readTargets(file: string, { environment }: BoardContext): Promise<readonly BoardTarget[]> {
  const found = await findConfig(file, environment);
  if (!found) throw wrongUse(`${file} cannot be read.`);
  const read = readText(found.text, found.format);
  const list = 'value' in read && isJsonArray(read.value) ? read.value : undefined;
  const targets = list
    ? list.map((url) => toListed(url, file))
    : namedIn(readConfig(found, createCheckOptions()).value, file);
  const names = targets.map(({ name }) => toFileName(name));
  const twice = names.find((name, at) => names.indexOf(name) < at);
  if (twice !== undefined) throw wrongUse(`${file} has two targets by the name ${twice}.`);
  if (targets.length < 2) throw wrongUse(`${file} has fewer than two targets, but a board compares at least two.`);
  return targets;
}

function toListed(url: JsonValue, file: string): BoardTarget {
  if (typeof url === 'string') return { name: url.replace(/^https?:\/\//, '').replace(/\/+$/, ''), words: [url] };
  throw wrongUse(`${file} is neither a list of URLs, such as ["https://a.example"], nor a configuration with targets.`);
}

function namedIn(value: JsonValue, file: string): readonly BoardTarget[] {
  const targets = isJsonObject(value) ? value['targets'] : undefined;
  return Object.keys(isJsonObject(targets) ? targets : {}).map((name) => ({ name, words: [name, '--config', file] }));
}
