import { resolve } from 'node:path';
import type { Shard } from '../../kernel/run/shard.js';
import { toBoardPage } from '../../reports/board/board-page.js';
import { toBoardMarkdown } from '../../reports/board/board-summary.js';
import { type BoardRun, toBoard } from '../../reports/board/run-board.js';
import type { ExitCode } from '../../reports/conclusion.js';
import { plural } from '../../wire/wording.js';
import { type BoardSource, readRun, sourcesOf } from '../board/board-source.js';
import { CommandError, wrongUse } from '../input/command-error.js';
import { type Environment, textOutputOf, writeLines } from '../input/environment.js';
import { jsonFilesIn } from '../input/json-file.js';
import type { ReportRequest } from '../options/command-flags.js';
import { refuseHistory } from '../output/history-folder.js';
import { refuseUnwritable, writeReport } from '../output/report-output.js';

/** The options of `board` as commander parses them; each is absent where it was not given. Times are in ms. */
export interface BoardFlags {
  readonly output?: string;
  readonly report?: readonly ReportRequest<'markdown'>[];
  readonly check?: string;
  readonly jobs?: number;
  readonly shard?: Shard;
  readonly targetTimeout?: number;
  readonly targetMemory?: number;
  readonly history?: string;
  readonly site?: string;
  readonly expires?: number;
  readonly now?: number;
}

const HOUR = 3_600_000;
/** What holds unless an option says otherwise. */
const defaults = { output: 'board.html', folder: 'board', targetTimeout: 2 * HOUR, expires: 90 * 24 * HOUR } as const;

/** What a board is: a page, a site, or nothing yet where its reports are those of a shard. */
type Product = 'page' | 'site' | 'reports';

interface Board {
  readonly words: readonly string[];
  readonly flags: BoardFlags;
  readonly product: Product;
  readonly environment: Environment;
}

/** The reports that a board is made of, and the exit code so far. */
interface Found {
  readonly sources: readonly BoardSource[];
  readonly code: ExitCode;
}

/** Writes the reports of several runs side by side, as a page or a site; with `--check`, judges their targets first. */
export async function board(words: readonly string[], flags: BoardFlags, environment: Environment): Promise<ExitCode> {
  refuseTogether(flags);
  const product = flags.site !== undefined ? 'site' : flags.shard ? 'reports' : 'page';
  const one: Board = { words, flags, product, environment };
  await refuseUnusable(one);
  const found = flags.check === undefined ? await findReports(one) : await checkAll(flags.check, one);
  await write[product](found.sources, one);
  return found.code;
}

/** Options that are of no use without another one, and those that exclude each other. */
const needs: readonly (readonly [keyof BoardFlags, keyof BoardFlags])[] = [
  ['jobs', 'check'],
  ['shard', 'check'],
  ['targetTimeout', 'check'],
  ['targetMemory', 'check'],
  ['expires', 'site'],
  ['now', 'site'],
];
const exclusions: readonly (readonly [keyof BoardFlags, keyof BoardFlags])[] = [
  ['site', 'output'],
  ['site', 'report'],
  ['shard', 'site'],
  ['shard', 'output'],
  ['shard', 'report'],
];

function refuseTogether(flags: BoardFlags): void {
  const isGiven = (name: keyof BoardFlags): boolean => flags[name] !== undefined;
  for (const [name, needed] of needs)
    if (isGiven(name) && !isGiven(needed)) throw wrongUse(`${toOption(name)} needs ${toOption(needed)}.`);
  for (const [one, other] of exclusions)
    if (isGiven(one) && isGiven(other)) throw wrongUse(`${toOption(one)} and ${toOption(other)} exclude each other.`);
}

const toOption = (name: string): string => `--${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;

/** Throws a wrong use for what cannot be written, before anything is sent. */
async function refuseUnusable({ flags, product, environment }: Board): Promise<void> {
  const { output = defaults.output, report = [], history, site } = flags;
  if (product === 'page') await refuseUnwritable([{ file: output }, ...report], environment);
  if (site !== undefined) await (await import('../board/write-site.js')).readSite(site, environment);
  if (history === undefined) return;
  await refuseHistory(history, environment);
  const [run] = await jsonFilesIn(history, environment);
  if (run !== undefined)
    throw wrongUse(`${history} is the history of one service; a board needs a folder with one for each target.`);
}

/** Reports of earlier runs. */
async function findReports({ words, flags, product, environment }: Board): Promise<Found> {
  const { output = defaults.output } = flags;
  const { folder } = environment;
  const sources = await sourcesOf(words, environment);
  if (product === 'site' && sources.length === 0) throw wrongUse('A site needs at least one report.');
  if (product === 'page' && sources.length < 2) throw wrongUse('A board needs at least two reports.');
  const same = sources.find(({ path }) => product === 'page' && resolve(folder, path) === resolve(folder, output));
  if (same) throw wrongUse(`${same.path} is an input report; name another file with -o.`);
  return { sources, code: 0 };
}

/** Reports of runs that are made now. */
async function checkAll(file: string, { words, flags, product, environment }: Board): Promise<Found> {
  const [folder = defaults.folder, ...others] = words;
  if (others.length > 0) throw wrongUse('With --check a board has one folder, for the reports.');
  await jsonFilesIn(folder, environment);
  const { checkTargets } = await import('../board/check-targets.js');
  const { jobs = 1, shard, targetTimeout: timeout = defaults.targetTimeout, targetMemory: memory } = flags;
  const least = product === 'page' ? 2 : 1;
  const found = await checkTargets({ file, folder, jobs, shard, timeout, memory, least }, environment);
  const { code } = found;
  if (code === 130 && product === 'site')
    throw new CommandError(130, `Interrupted: the reports so far are in ${folder}, and ${flags.site} is unchanged.`);
  if (found.sources.length >= least) return found;
  const sentence = `A board needs at least ${least === 2 ? 'two runs' : 'one run'}, but only ${found.sources.length} began.`;
  throw new CommandError(code === 130 || code === 2 ? code : 3, sentence);
}

const write: Readonly<Record<Product, (sources: readonly BoardSource[], board: Board) => Promise<void>>> = {
  page: writePage,
  site: writeSiteIn,
  reports: keepRuns,
};

async function keepRuns(sources: readonly BoardSource[], { flags, environment }: Board): Promise<void> {
  for (const source of sources) await readRun(source, flags.history, environment);
  const sentence = `${plural(sources.length, 'report')} written; calproof board joins those of all shards.`;
  writeLines(environment.stdout, [sentence]);
}

async function writePage(sources: readonly BoardSource[], { flags, environment }: Board): Promise<void> {
  const { output = defaults.output, report = [], history } = flags;
  const runs: BoardRun[] = [];
  for (const source of sources) runs.push(await readRun(source, history, environment));
  writeReport({ file: output }, toBoardPage(runs), environment);
  const whole = toBoard(runs);
  for (const request of report) writeReport(request, toBoardMarkdown(whole), environment);
  const { different, same, uncompared } = whole;
  const all = plural(different.length + same.length, 'requirement');
  const rest = uncompared.length === 0 ? '' : `; ${uncompared.length} judged in fewer than two runs`;
  const sentence = `Verdicts differ for ${different.length} of ${all}${rest}.`;
  writeLines(textOutputOf(report, environment), [`${sentence} Open ${output} for details.`]);
}

async function writeSiteIn(sources: readonly BoardSource[], { flags, environment }: Board): Promise<void> {
  const { site = '', history, expires: after = defaults.expires, now = environment.clock.now() } = flags;
  const { writeSite } = await import('../board/write-site.js');
  const rows = await writeSite(sources, { site, history, expiry: { now, after } }, environment);
  const { toSiteSentence } = await import('../../reports/board/site-page.js');
  writeLines(environment.stdout, [`${toSiteSentence(rows)}. Open ${site}/index.html for details.`]);
}
