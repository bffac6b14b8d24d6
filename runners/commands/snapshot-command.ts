import { resolve } from 'node:path';
import { snapshotOrder } from '../../migration/snapshot/canonical-record.js';
import type { SnapshotHeader } from '../../migration/snapshot/snapshot-header.js';
import type { QuestionAmount } from '../../migration/questions/question-amounts.js';
import type { ExitCode } from '../../reports/conclusion.js';
import { toPrintableLine } from '../../wire/printable.js';
import { plural } from '../../wire/wording.js';
import { cannotJudge, interrupted, wrongUse } from '../input/command-error.js';
import { type Environment, writeLines } from '../input/environment.js';
import { toAddress } from '../input/service-address.js';
import { type Progress, readProgressFile } from '../migration/slices.js';
import { openSource, type Source } from '../migration/snapshot-source.js';
import { ofRecords, takeSnapshot, toMeta, toPaths } from '../migration/take-snapshot.js';
import type { ReadFlags } from '../options/command-flags.js';
import { createProgressLine } from '../output/progress-line.js';
import { refuseUnwritable } from '../output/report-output.js';
import { isTargetError } from '../run/target-error.js';
import { exists } from '../input/json-file.js';

export interface SnapshotFlags extends ReadFlags {
  readonly output: string;
  readonly resume?: boolean;
  readonly questions?: QuestionAmount;
  readonly quiet?: boolean;
}

/** Exports all visible records of a target, for a later comparison. */
export async function snapshot(url: string, flags: SnapshotFlags, environment: Environment): Promise<ExitCode> {
  const path = resolve(environment.folder, flags.output);
  await refuseUnwritable([{ file: flags.output }], environment);
  const earlier = await readEarlier(path, flags);
  const address = toAddress(url, flags.namespace);
  const again = 'The records read so far are kept; repeat the command with --resume to continue.';
  const progressLine = createProgressLine(environment, flags.quiet === true);
  const source = await openSource(address, flags, environment).catch((error: unknown) => {
    throw explain(error, environment, '');
  });
  try {
    const progress = toProgress(source, earlier, environment);
    const { show } = progressLine;
    const resumed = earlier !== undefined;
    const header = await takeSnapshot({
      source,
      path,
      progress,
      resumed,
      questions: flags.questions,
      onProgress: ofRecords(show),
    });
    progressLine.clear();
    writeLines(environment.stdout, toLines(header, flags.output, source.sent()));
    return 0;
  } catch (error) {
    progressLine.clear();
    throw explain(error, environment, ` ${again}`, source.redaction.text);
  } finally {
    await source.close();
  }
}

async function readEarlier(path: string, { output, resume }: SnapshotFlags): Promise<Progress | undefined> {
  const earlier = await readProgressFile(toPaths(path).progress);
  if (resume && !earlier) throw wrongUse(`Nothing to resume: ${output}.progress does not exist.`);
  if (resume || !earlier) return earlier;
  if (!(await exists(toPaths(path).runs))) return undefined;
  throw wrongUse(`A snapshot to ${output} was interrupted: continue with --resume, or delete ${output}.progress.`);
}

/** Throws a wrong use for the progress of another snapshot. */
function toProgress(source: Source, earlier: Progress | undefined, { clock }: Environment): Progress {
  const meta = toMeta(source, new Date(clock.now()).toISOString());
  if (!earlier) return { meta, plan: undefined, done: new Map(), doubts: [] };
  const then = earlier.meta as unknown as typeof meta;
  const isSame = JSON.stringify({ ...then, taken: '' }) === JSON.stringify({ ...meta, taken: '' });
  if (isSame) return earlier;
  throw wrongUse(
    `The interrupted snapshot is of ${then.url}, by calproof ${then.version}; resume it with the same URL, version and --as.`,
  );
}

function toLines({ records, lists, identities = [], volatile, unproved }: SnapshotHeader, file: string, sent: number) {
  const counts = Object.entries(records).map(([collection, count]) => `${count} ${collection}`);
  const others = Object.entries(lists).filter(([name]) => !name.endsWith(' default'));
  return [
    `Wrote ${file} with ${counts.join(', ') || 'no records'}, after ${plural(sent, 'request')}.`,
    ...identities.map((name) => `As ${name}: ${toSeen(name, lists)}.`),
    ...(others.length > 0 ? [`Other lists than the default ones: ${others.map(([name]) => name).join(', ')}.`] : []),
    ...(volatile.length > 0 ? [`Fields that differ with every read: ${volatile.join(', ')}.`] : []),
    ...unproved.map((sentence) => toPrintableLine(`Not proved: ${sentence}.`)),
  ];
}

/** What an identity sees by default, as text: `40 events, 12 venues`. */
function toSeen(name: string, lists: SnapshotHeader['lists']): string {
  const seen = snapshotOrder.flatMap((collection) => {
    const count = lists[`${collection} @${name} default`];
    return count === undefined ? [] : [`${count} ${collection}`];
  });
  return seen.join(', ') || 'no records';
}

function explain(error: unknown, { signal }: Environment, again: string, redact = (text: string): string => text) {
  if (signal.aborted) return interrupted(`Interrupted.${again}`);
  if (!isTargetError(error)) return error;
  return cannotJudge(`The snapshot could not be taken: ${toPrintableLine(redact(error.message))}.${again}`);
}
