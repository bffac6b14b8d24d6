import { resolve } from 'node:path';
import { type Shard, toShardRate, toShardText } from '../../kernel/run/shard.js';
import type { QuestionAmount } from '../../migration/questions/question-amounts.js';
import type { ExitCode } from '../../reports/conclusion.js';
import { toPrintableLine } from '../../wire/printable.js';
import { cannotJudge, interrupted, wrongUse } from '../input/command-error.js';
import { type Environment, writeLines } from '../input/environment.js';
import { type Address, toAddress } from '../input/service-address.js';
import { type Progress, readProgressFile } from '../migration/slices.js';
import { openEarlier, type Since } from '../migration/since-reading.js';
import { openSource, toNames, type WriteAccess } from '../migration/snapshot-source.js';
import { toPartLines, toSnapshotLines } from '../migration/snapshot-lines.js';
import { ofRecords, takePart, takeSnapshot, toMeta, toPaths } from '../migration/take-snapshot.js';
import { openWriteAccess, type WriteFlags } from '../migration/write-access.js';
import type { ReadFlags } from '../options/command-flags.js';
import { createProgressLine } from '../output/progress-line.js';
import { refuseUnwritable } from '../output/report-output.js';
import { toSweepLine } from '../run/run-output.js';
import { isTargetError } from '../run/target-error.js';
import { exists } from '../input/json-file.js';

export interface SnapshotFlags extends ReadFlags, WriteFlags {
  readonly output: string;
  readonly shard?: Shard;
  readonly resume?: boolean;
  /** The file of an earlier snapshot, of which as much as possible is taken over. */
  readonly since?: string;
  /** Draws the sample of `since`. */
  readonly seed?: number;
  readonly questions?: QuestionAmount;
  readonly quiet?: boolean;
  /** What to do after an interruption, for a command that takes snapshots among other things; by default to resume. */
  readonly again?: string;
}

/** Exports all visible records of a target, for a later comparison. */
export async function snapshot(url: string, flags: SnapshotFlags, environment: Environment): Promise<ExitCode> {
  refuseOfFlags(flags);
  refuseSince(flags, environment);
  const path = resolve(environment.folder, flags.output);
  await refuseUnwritable([{ file: flags.output }], environment);
  const earlier = await readEarlier(path, flags);
  const address = toAddress(url, flags.namespace);
  const since = await openSince(address, flags, environment);
  const access = await openWriteAccess(address, flags, environment);
  try {
    await takeFrom(address, flags, { path, earlier, since, access, environment });
    return (await access?.close()) === undefined ? 0 : 3;
  } finally {
    const kept = await access?.close();
    if (kept !== undefined) writeLines(environment.stdout, [`Some records were not deleted. ${toSweepLine(kept)}`]);
  }
}

/** What a snapshot is taken with. */
interface Preparation {
  readonly path: string;
  /** How far an interrupted try came. */
  readonly earlier: Progress | undefined;
  readonly since: Since | undefined;
  readonly access: WriteAccess | undefined;
  readonly environment: Environment;
}

async function takeFrom(
  address: Address,
  flags: SnapshotFlags,
  { path, earlier, since, access, environment }: Preparation,
): Promise<void> {
  const progressLine = createProgressLine(environment, flags.quiet === true);
  const { rate, shard } = flags;
  const pace = rate === undefined ? {} : { rate: toShardRate(rate, shard) };
  const source = await openSource(address, { ...flags, ...pace }, environment, access).catch((error: unknown) => {
    throw explain(error, environment, '');
  });
  try {
    const taken = new Date(environment.clock.now()).toISOString();
    const meta = toMeta(source, { taken, shard, since: since?.earlier.header.taken });
    const progress = toProgress(meta, earlier);
    const { show } = progressLine;
    const resumed = earlier !== undefined;
    const onProgress = ofRecords(show);
    const lines = await take({ source, path, since, progress, resumed, onProgress }, flags);
    progressLine.clear();
    writeLines(environment.stdout, lines);
  } catch (error) {
    progressLine.clear();
    const again = flags.again ?? 'repeat the command with --resume to continue';
    throw explain(error, environment, ` The records read so far are kept; ${again}.`, source.redaction.text);
  } finally {
    await source.close();
  }
}

/** Questions are about a few records of all: only when all are read, it is known which. Writes come last of all. */
function refuseOfFlags({ shard, questions, writes, mode, journal, again }: SnapshotFlags): void {
  // Other commands have a mode of their own.
  if (!writes && again === undefined && (mode === 'sandbox' || journal !== undefined))
    throw wrongUse('Nothing is written without --writes: add it, or leave out --mode sandbox and --journal.');
  if (shard && writes)
    throw wrongUse('A shard writes nothing: give --writes to a snapshot that is taken in one go, without --shard.');
  if (!shard || questions === undefined) return;
  throw wrongUse('A shard asks no questions: calproof merge asks them about the whole; give --questions to it.');
}

function refuseSince({ output, since, seed, shard }: SnapshotFlags, { folder }: Environment): void {
  if (since === undefined) {
    if (seed === undefined) return;
    throw wrongUse('--seed draws the sample of --since; add --since FILE, or leave out --seed.');
  }
  if (shard) throw wrongUse('--since reads so little that it is not split; leave out --shard, or --since.');
  if (resolve(folder, since) === resolve(folder, output))
    throw wrongUse(`${since} is the earlier snapshot; give another file for the new one.`);
}

/** Opens the earlier snapshot, before anything is sent. */
async function openSince(
  address: Address,
  { since, seed, as = [], languageParameter }: SnapshotFlags,
  environment: Environment,
): Promise<Since | undefined> {
  if (since === undefined) return undefined;
  const reader = { profile: { languageParameter }, identities: toNames(as) };
  const wanted = toMeta({ address, reader }, { taken: '' });
  return { earlier: await openEarlier(since, wanted, environment), seed: seed ?? environment.randomSeed() };
}

/** Takes a snapshot, or one part of it, and gives what is printed then. */
async function take(taking: Parameters<typeof takeSnapshot>[0], flags: SnapshotFlags): Promise<readonly string[]> {
  const { output: file, shard, questions } = flags;
  if (!shard) {
    const header = await takeSnapshot({ ...taking, questions });
    return toSnapshotLines(header, { file, sent: taking.source.sent() });
  }
  const header = await takePart({ ...taking, shard });
  return toPartLines(header, { file, sent: taking.source.sent() });
}

async function readEarlier(path: string, { output, resume }: SnapshotFlags): Promise<Progress | undefined> {
  const earlier = await readProgressFile(toPaths(path).progress);
  if (resume && !earlier) throw wrongUse(`Nothing to resume: ${output}.progress does not exist.`);
  if (resume || !earlier) return earlier;
  if (!(await exists(toPaths(path).runs))) return undefined;
  throw wrongUse(`A snapshot to ${output} was interrupted: continue with --resume, or delete ${output}.progress.`);
}

/** Throws a wrong use for the progress of another snapshot. */
function toProgress(meta: ReturnType<typeof toMeta>, earlier: Progress | undefined): Progress {
  if (!earlier) return { meta, plan: undefined, done: new Map(), doubts: [] };
  const then = earlier.meta as unknown as typeof meta;
  const isSame = JSON.stringify({ ...then, taken: '' }) === JSON.stringify({ ...meta, taken: '' });
  if (isSame) return earlier;
  const part = then.shard ? `shard ${toShardText(then.shard)} ` : '';
  throw wrongUse(
    `The interrupted snapshot is ${part}of ${then.url}, by calproof ${then.version}; resume it with the same URL, version, --as, --since and --shard.`,
  );
}

function explain(error: unknown, { signal }: Environment, again: string, redact = (text: string): string => text) {
  if (signal.aborted) return interrupted(`Interrupted.${again}`);
  if (!isTargetError(error)) return error;
  return cannotJudge(`The snapshot could not be taken: ${toPrintableLine(redact(error.message))}.${again}`);
}
