import { mkdir, readdir, rm, rmdir } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { DEFAULT_NAMESPACE } from '../../contract/operations.js';
import { type Unjudged, toUnjudgedReport } from '../../reports/board/unjudged-report.js';
import type { ExitCode } from '../../reports/conclusion.js';
import type { RunReport } from '../../reports/run-report-schema.js';
import type { JsonObject } from '../../wire/json.js';
import { excerpt, toJsonText } from '../../wire/printable.js';
import { toDuration } from '../../wire/wording.js';
import { wrongUse } from '../input/command-error.js';
import type { Environment, Launched } from '../input/environment.js';
import { exists, toReason } from '../input/json-file.js';
import { toAddress } from '../input/service-address.js';
import { readReportFile } from '../output/report-file.js';
import { writeReport } from '../output/report-output.js';
import { JOURNAL_FOLDER } from '../run/run-journal.js';
import { toSweepLine } from '../run/run-output.js';
import { type BoardTarget, toFileName } from './target-list.js';

/** What the process of a target may take. */
export interface ApartLimits {
  /** In ms, after which it is stopped. */
  readonly timeout: number;
  /** Of its heap, in MiB. */
  readonly memory?: number | undefined;
}

/** Where and how a target is judged. */
export interface ApartOptions extends ApartLimits {
  /** The folder of the report. */
  readonly folder: string;
  readonly environment: Environment;
}

/** What became of a target; it has a report unless it was interrupted before there was one. */
export interface JudgedApart {
  readonly code: ExitCode;
  readonly report?: RunReport;
  /** What its process said on standard error. */
  readonly said: string;
}

/** The file of the report of a target. */
export const reportFileOf = ({ name }: BoardTarget, folder: string): string => join(folder, `${toFileName(name)}.json`);

/**
 * Judges a target in a process of its own, which writes its report. For a process that crashes, does not end or refuses
 * its options, a report says why the target was not judged.
 */
export async function judgeApart(target: BoardTarget, options: ApartOptions): Promise<JudgedApart> {
  const { folder, environment } = options;
  const file = reportFileOf(target, folder);
  await makeRoom(file, environment);
  const startedAt = environment.clock.now();
  const run = await runApart(target, file, options);
  const isThere = await exists(resolve(environment.folder, file));
  const written = isThere ? await readReportFile(file, environment) : undefined;
  const said = run.stderr;
  if (written && !(run.isLate && written.exitCode === 130))
    return { code: toCode(run, written), report: written, said };
  if (!written && environment.signal.aborted) return { code: 130, said };
  const sentence = [`Not judged: ${toCause(run, options)}.`, ...run.journals.map(toSweepLine)].join(' ');
  const endedAt = environment.clock.now();
  const facts = toFacts(target.settings);
  const report = written
    ? toStopped(written, sentence)
    : toUnjudgedReport({ facts, startedAt, endedAt, sentence, hasBegun: run.code !== 2 });
  writeReport({ file }, toJsonText(report), environment);
  return { code: run.code === 2 ? 2 : 3, report, said };
}

/** Removes the report of an earlier run: it must not be taken for that of this one. */
async function makeRoom(file: string, { folder }: Environment): Promise<void> {
  const path = resolve(folder, file);
  try {
    await mkdir(dirname(path), { recursive: true });
    await rm(path, { force: true });
  } catch (error) {
    throw wrongUse(`${file} cannot be written: ${toReason(error)}.`);
  }
}

interface RunApart extends Launched {
  /** Whether it was stopped because it took too long. */
  readonly isLate: boolean;
  /** What still waits for a sweep. */
  readonly journals: readonly string[];
}

/** How long a process that was stopped may clean up, in ms: as long as it ran, and at most so long. */
const GRACE = 60_000;
/** The longest time that a timer waits. */
const LONGEST = 2 ** 31 - 1 - GRACE;

async function runApart(target: BoardTarget, file: string, options: ApartOptions): Promise<RunApart> {
  const { environment, memory } = options;
  const timeout = Math.min(options.timeout, LONGEST);
  const late = AbortSignal.timeout(timeout);
  const journals = join(JOURNAL_FOLDER, toFileName(target.name));
  const words = ['--quiet', '--no-agent', '--journal', journals, '--report', `json=${file}`];
  const launched = await environment.launch(['check', ...target.words, ...words], {
    memory,
    stop: AbortSignal.any([environment.signal, late]),
    kill: AbortSignal.timeout(timeout + Math.min(timeout, GRACE)),
  });
  const isLate = late.aborted && !environment.signal.aborted;
  return { ...launched, isLate, journals: await journalsIn(journals, environment) };
}

/** The journals that a run left; folders without any go. */
async function journalsIn(folder: string, environment: Environment): Promise<readonly string[]> {
  const path = resolve(environment.folder, folder);
  const names = await readdir(path).catch(() => []);
  for (const one of [path, dirname(path)]) await rmdir(one).catch(() => {});
  return names.toSorted((one, other) => (one < other ? -1 : 1)).map((name) => join(folder, name));
}

const codes: readonly unknown[] = [0, 1, 2, 3, 130];
const isExitCode = (code: unknown): code is ExitCode => codes.includes(code);

const toCode = ({ code }: Launched, { exitCode }: RunReport): ExitCode => (isExitCode(code) ? code : exitCode);

/** Why there is no verdict, within a sentence. */
function toCause({ isLate, code, stderr }: RunApart, { timeout }: ApartLimits): string {
  if (isLate) return `stopped after ${toDuration(timeout)} (--target-timeout)`;
  const line = lastWord(stderr);
  if (line !== undefined && isExitCode(code)) return line;
  const end = isExitCode(code) ? `ended with ${code} and no report` : `crashed (${code})`;
  return `its process ${end}${line === undefined ? '' : `: ${line}`}`;
}

/** The line that says most of an end: of a crash the one that names it, otherwise the last one. */
function lastWord(stderr: string): string | undefined {
  const lines = stderr.split('\n').filter((line) => line.trim() !== '');
  const line = lines.find((one) => one.startsWith('FATAL ERROR: ')) ?? lines.at(-1);
  return line && excerpt(line.trim().replace(/\.$/, ''), 300);
}

const toStopped = (report: RunReport, conclusion: string): RunReport => ({
  ...report,
  end: 'out of time',
  exitCode: 3,
  conclusion,
});

/** What the options of a target say of a run that did not say it itself. */
function toFacts(settings: JsonObject): Unjudged['facts'] {
  const { url, image, namespace, mode, effort, seed, strict } = settings;
  const container = textOf(image);
  const given = textOf(url) ?? '';
  const place = container === undefined && URL.canParse(given) ? toAddress(given, textOf(namespace)) : undefined;
  return {
    url: place ? `${place.origin}${place.root}` : (container ?? given),
    namespace: place?.namespace ?? textOf(namespace) ?? DEFAULT_NAMESPACE,
    mode: mode === 'sandbox' || (mode === undefined && place?.isLoopback !== false) ? 'sandbox' : 'readonly',
    effort: textOf(effort) ?? 'standard',
    seed: typeof seed === 'number' ? seed : 1,
    strict: strict === true,
    ...(container !== undefined && { target: container }),
  };
}

const textOf = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);
