import { resolve } from 'node:path';
import { toText } from '../../adapter/notation/shown-values.js';
import { toPartRefusal } from '../../migration/capture/part-compatibility.js';
import type { SnapshotPart } from '../../migration/capture/snapshot-part.js';
import type { QuestionAmount } from '../../migration/questions/question-amounts.js';
import type { ExitCode } from '../../reports/conclusion.js';
import { toPrintableLine } from '../../wire/printable.js';
import { cannotJudge, CommandError, interrupted, wrongUse } from '../input/command-error.js';
import { type Environment, writeLines } from '../input/environment.js';
import { toAddress } from '../input/service-address.js';
import { mergeSorted } from './line-runs.js';
import { type OpenedPart, openPart } from './part-file.js';
import { toSnapshotLines } from './snapshot-lines.js';
import { openSource, type Source } from './snapshot-source.js';
import { ofRecords } from './take-snapshot.js';
import { writeSnapshot } from './write-snapshot.js';
import type { ReadFlags } from '../options/command-flags.js';
import { createProgressLine } from '../output/progress-line.js';
import { refuseUnwritable } from '../output/report-output.js';
import { isTargetError } from '../run/target-error.js';

/** How the parts of a snapshot are merged: where to, and how the questions about the whole are asked. */
export interface MergePartsFlags extends Omit<ReadFlags, 'namespace' | 'languageParameter' | 'as'> {
  readonly output?: string;
  readonly questions?: QuestionAmount;
  readonly quiet?: boolean;
}

/** Joins all parts of a snapshot into the one that a single run would have written, and asks its questions. */
export async function mergeParts(
  files: readonly string[],
  flags: MergePartsFlags,
  environment: Environment,
): Promise<ExitCode> {
  const file = await toOutput(files, flags, environment);
  const [first, ...others] = await openParts(files, environment);
  const source = await openTarget(first.part, flags, environment);
  const { show, clear } = createProgressLine(environment, flags.quiet === true);
  try {
    const header = await writeSnapshot({
      path: resolve(environment.folder, file),
      parts: [first.part, ...others.map(({ part }) => part)],
      entries: joinEntries([first, ...others], ofRecords(show)),
      reader: source?.reader,
      questions: flags.questions,
    });
    clear();
    writeLines(environment.stdout, toSnapshotLines(header, { file, sent: source?.sent() ?? 0 }));
    return 0;
  } catch (error) {
    clear();
    throw explain(error, environment, source?.redaction.text);
  } finally {
    await source?.close();
  }
}

async function toOutput(
  files: readonly string[],
  { output }: MergePartsFlags,
  environment: Environment,
): Promise<string> {
  if (output === undefined) throw wrongUse('Give the file for the whole snapshot: calproof merge PART... -o FILE.');
  const toPath = (file: string): string => resolve(environment.folder, file);
  if (files.map(toPath).includes(toPath(output))) {
    throw wrongUse(`${output} is one of the parts; give another file for the whole snapshot.`);
  }
  await refuseUnwritable([{ file: output }], environment);
  return output;
}

type Parts = readonly [OpenedPart, ...OpenedPart[]];

/** All parts in the order of their shards. */
async function openParts(files: readonly string[], environment: Environment): Promise<Parts> {
  const parts: OpenedPart[] = [];
  for (const file of files) parts.push(await openPart(file, environment));
  const refusal = toPartRefusal(parts);
  if (refusal !== undefined) throw wrongUse(refusal);
  const [first, ...others] = parts.toSorted((one, other) => one.part.shard.index - other.part.shard.index);
  if (!first) throw wrongUse('There is nothing to join; give the parts of all shards of a snapshot.');
  return [first, ...others];
}

/** How many records are joined between two lines of progress. */
const MANY = 1_000;

async function* joinEntries(parts: Parts, onProgress: ReturnType<typeof ofRecords>): AsyncGenerator<string> {
  const expected = parts.reduce((sum, { lines }) => sum + lines, 0);
  let done = 0;
  for await (const entry of mergeSorted(parts.map(({ entries }) => entries))) {
    yield entry;
    done += 1;
    if (done % MANY === 0) onProgress(done, expected);
  }
}

/** Opens the target of the parts, where it is asked questions. */
async function openTarget(
  { url, namespace, options }: SnapshotPart,
  flags: MergePartsFlags,
  environment: Environment,
): Promise<Source | undefined> {
  if (flags.questions === 'none') return undefined;
  const languageParameter = toText(options['languageParameter']);
  try {
    return await openSource(toAddress(url, namespace), { ...flags, languageParameter }, environment);
  } catch (error) {
    throw explain(error, environment);
  }
}

const AGAIN = 'The parts are kept: repeat the command, or leave out the questions with --questions none.';

function explain(error: unknown, { signal }: Environment, redact = (text: string): string => text): unknown {
  if (signal.aborted) return interrupted('Interrupted. The parts are kept; repeat the command.');
  if (error instanceof CommandError && error.exitCode === 3) return cannotJudge(`${error.message} ${AGAIN}`);
  if (!isTargetError(error)) return error;
  return cannotJudge(`The questions could not be asked: ${toPrintableLine(redact(error.message))}. ${AGAIN}`);
}
