import { access } from 'node:fs/promises';
import { resolve } from 'node:path';
import { BudgetSpent, Inconclusive } from '../../harness/errors.js';
import { Deviation } from '../../harness/deviation.js';
import type { ExitCode } from '../../harness/reports/conclusion.js';
import { plural } from '../../harness/reports/layout.js';
import { toPrintableLine } from '../../harness/reports/printable.js';
import type { SnapshotHeader } from '../../migration/header.js';
import { toAddress } from '../address.js';
import type { ReadFlags } from '../compare-flags.js';
import { cannotJudge, interrupted, wrongUse } from '../command-error.js';
import type { Environment } from '../environment.js';
import { createProgressLine } from '../migration/teller.js';
import { openSource, type Source } from '../migration/open-source.js';
import { type Progress, readProgressFile } from '../migration/progress-file.js';
import { takeSnapshot, toMeta, toPaths } from '../migration/take-snapshot.js';
import { refuseUnwritable } from '../report-files.js';
import { writeLines } from '../setting.js';

export interface SnapshotFlags extends ReadFlags {
  readonly output: string;
  readonly resume?: boolean;
  readonly questions: boolean;
  readonly quiet?: boolean;
}

/** Writes down all that a target shows, so that it can be compared with what it shows another day. */
export async function snapshot(url: string, flags: SnapshotFlags, environment: Environment): Promise<ExitCode> {
  const path = resolve(environment.folder, flags.output);
  await refuseUnwritable([{ file: flags.output }], environment);
  const earlier = await readEarlier(path, flags);
  const address = toAddress(url, flags.namespace);
  const again = `What was read is kept: the same command with --resume goes on from there.`;
  const teller = createProgressLine(environment, flags.quiet === true);
  const source = await openSource(address, flags, environment).catch((error: unknown) => {
    throw explain(error, environment, '');
  });
  try {
    const progress = toProgress(source, earlier, environment);
    const { show } = teller;
    const resumed = earlier !== undefined;
    const header = await takeSnapshot({
      source,
      path,
      progress,
      resumed,
      questions: flags.questions,
      onProgress: show,
    });
    teller.end();
    writeLines(environment.stdout, toLines(header, flags.output, source.sent()));
    return 0;
  } catch (error) {
    teller.end();
    throw explain(error, environment, ` ${again}`, source.redaction.text);
  } finally {
    await source.close();
  }
}

async function readEarlier(path: string, { output, resume }: SnapshotFlags): Promise<Progress | undefined> {
  const earlier = await readProgressFile(toPaths(path).progress);
  if (resume && !earlier) throw wrongUse(`There is nothing to resume: ${output}.progress is not there.`);
  if (resume || !earlier) return earlier;
  const isThere = await access(toPaths(path).runs).then(
    () => true,
    () => false,
  );
  if (!isThere) return undefined;
  throw wrongUse(`A snapshot to ${output} was cut off: go on with --resume, or delete ${output}.progress.`);
}

/** Throws a wrong use for a progress that is of something else. */
function toProgress(source: Source, earlier: Progress | undefined, { clock }: Environment): Progress {
  const meta = toMeta(source, new Date(clock.now()).toISOString());
  if (!earlier) return { meta, plan: undefined, done: new Map(), doubts: [] };
  const then = earlier.meta as unknown as typeof meta;
  const isSame = JSON.stringify({ ...then, taken: '' }) === JSON.stringify({ ...meta, taken: '' });
  if (isSame) return earlier;
  throw wrongUse(`What was begun is a snapshot of ${then.url} by calproof ${then.version}: resume it with the same.`);
}

function toLines({ records, lists, volatile, unproved }: SnapshotHeader, file: string, sent: number) {
  const counts = Object.entries(records).map(([collection, count]) => `${count} ${collection}`);
  const others = Object.entries(lists).filter(([name]) => !name.endsWith(' default'));
  return [
    `Wrote ${file} with ${counts.join(', ') || 'no records'}, after ${plural(sent, 'request')}.`,
    ...(others.length > 0 ? [`Lists beside the default ones: ${others.map(([name]) => name).join(', ')}.`] : []),
    ...(volatile.length > 0 ? [`Fields that differ with every reading: ${volatile.join(', ')}.`] : []),
    ...unproved.map((sentence) => toPrintableLine(`Not proved: ${sentence}.`)),
  ];
}

function explain(error: unknown, { signal }: Environment, again: string, redact = (text: string): string => text) {
  if (signal.aborted) return interrupted(`Interrupted.${again}`);
  if (!(error instanceof Deviation || error instanceof Inconclusive || error instanceof BudgetSpent)) return error;
  return cannotJudge(`The snapshot could not be taken: ${toPrintableLine(redact(error.message))}.${again}`);
}
