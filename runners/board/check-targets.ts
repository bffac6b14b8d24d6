import { join } from 'node:path';
import { dealShards, type Shard } from '../../kernel/run/shard.js';
import type { ExitCode } from '../../reports/conclusion.js';
import { quote } from '../../wire/curl.js';
import { toPrintableLine } from '../../wire/printable.js';
import { plural, toCount } from '../../wire/wording.js';
import { wrongUse } from '../input/command-error.js';
import { type Environment, writeLines } from '../input/environment.js';
import { createProgressLine } from '../output/progress-line.js';
import { JOURNAL_FOLDER } from '../run/run-journal.js';
import type { BoardSource } from './board-source.js';
import { type ApartLimits, judgeApart, type JudgedApart, reportFileOf } from './judge-apart.js';
import { type BoardTarget, readTargets } from './target-list.js';

/** How the targets of a file are judged. */
export interface CheckOptions extends ApartLimits {
  readonly file: string;
  /** The folder of the reports. */
  readonly folder: string;
  /** How many are judged at the same time. */
  readonly jobs: number;
  readonly shard?: Shard | undefined;
  /** How many targets what is made of the reports needs. */
  readonly least: number;
}

/** What became of all targets: the reports in the order of the file, and the gravest exit code. */
export interface CheckedTargets {
  readonly sources: readonly BoardSource[];
  readonly code: ExitCode;
}

/** The gravest first. */
const codes: readonly ExitCode[] = [130, 2, 1, 3, 0];

/** Judges the targets of a file, each in a process of its own and with its own options, and keeps their reports. */
export async function checkTargets(options: CheckOptions, environment: Environment): Promise<CheckedTargets> {
  const { file, folder, jobs, shard, least } = options;
  const all = await readTargets(file, environment);
  if (all.length < least)
    throw wrongUse(
      least === 1
        ? `${file} has no targets.`
        : `${file} has fewer than two targets, but a board compares at least two.`,
    );
  const targets = shard ? targetsOf(shard, all) : all;
  const show = createShow(targets.length, environment);
  environment.announceJournal(`JOURNAL, for each JOURNAL in ${join(JOURNAL_FOLDER, '*')}`);
  const judged = await inParallel(targets, jobs, async (target) => {
    if (environment.signal.aborted) return undefined;
    const one = await judgeApart(target, { ...options, environment });
    show(target, one);
    return { code: one.code, source: toSource(target, folder, one) };
  });
  environment.announceJournal(undefined);
  const code = codes.find((one) => judged.some((other) => other?.code === one)) ?? 0;
  return { sources: judged.flatMap((one) => one?.source ?? []), code: environment.signal.aborted ? 130 : code };
}

/** The targets of a shard; a target is there once, whatever it costs. */
function targetsOf({ index, count }: Shard, all: readonly BoardTarget[]): readonly BoardTarget[] {
  if (count > all.length)
    throw wrongUse(`There are only ${plural(all.length, 'target')} for ${count} shards; use at most ${all.length}.`);
  const named = all.map((target) => ({ id: target.name, target }));
  return (dealShards(named, { count, weightOf: () => 1 })[index - 1] ?? []).map(({ target }) => target);
}

/** Acts on all items, some at the same time, and gives what comes of them in their order. Throws when all have ended. */
async function inParallel<Item, Result>(
  items: readonly Item[],
  jobs: number,
  act: (item: Item) => Promise<Result>,
): Promise<readonly Result[]> {
  const results: Result[] = [];
  const queue = items.entries();
  const work = async (): Promise<void> => {
    for (const [at, item] of queue) results[at] = await act(item);
  };
  const ended = await Promise.allSettled(Array.from({ length: jobs }, work));
  for (const one of ended) if (one.status === 'rejected') throw one.reason;
  return results;
}

type Show = (target: BoardTarget, one: JudgedApart) => void;

/** Writes what became of each target when it is there, and how far all are. */
function createShow(expected: number, environment: Environment): Show {
  const progress = createProgressLine(environment, false);
  const seen: ExitCode[] = [];
  return ({ name, words }, { code, report, said }) => {
    progress.clear();
    const lines = said.split('\n').filter((line) => line.trim() !== '' && line !== report?.conclusion);
    writeLines(
      environment.stderr,
      lines.map((line) => toPrintableLine(`${name}: ${line}`)),
    );
    const command = toPrintableLine(`${name}: calproof check ${words.map(quote).join(' ')}`);
    const conclusion = report ? toPrintableLine(report.conclusion) : 'Interrupted before it began.';
    writeLines(environment.stdout, [command, `  ${conclusion}`]);
    const deviating = seen.push(code) && seen.filter((one) => one === 1).length;
    const also = deviating === 0 ? [] : [`${toCount(deviating)} ${deviating === 1 ? 'deviates' : 'deviate'}`];
    progress.show({ done: seen.length, expected, unit: 'target', also });
  };
}

function toSource(target: BoardTarget, folder: string, { report }: JudgedApart): BoardSource | undefined {
  if (!report) return undefined;
  const words = ['calproof', 'check', ...target.words.map(quote), '--seed', report.seed, '--now', quote(report.now)];
  return { name: target.name, path: reportFileOf(target, folder), again: words.join(' ') };
}
