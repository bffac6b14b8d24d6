import { resolve } from 'node:path';
import type { Collection } from '../../contract/resources.js';
import { toShardText } from '../../kernel/run/shard.js';
import { toPartHeader } from '../../migration/capture/snapshot-part.js';
import type { Golden } from '../../migration/questions/question.js';
import { type SnapshotRecord, toRecordStart } from '../../migration/snapshot/canonical-record.js';
import type { RecordRange } from '../../migration/snapshot/record-ranges.js';
import { formOf, SNAPSHOT_FORM, type SnapshotHeader, toHeader } from '../../migration/snapshot/snapshot-header.js';
import type { WriteAnswer } from '../../migration/writes/write-answer.js';
import { toPrintableLine } from '../../wire/printable.js';
import { wrongUse } from '../input/command-error.js';
import type { Environment } from '../input/environment.js';
import { readFirstLine, readLines, type Span } from './gzip-lines.js';
import { joinSpans, type PlacedRange, placeRanges } from './placed-ranges.js';

/** A snapshot that can be read, as often as needed. */
export interface Snapshot {
  readonly header: SnapshotHeader;
  /** The ranges of a collection that can be left out; none of a file that was packed again. */
  ranges(collection: Collection, as?: string): readonly RecordRange[];
  /**
   * Its records of a collection, in the order of their ids; those that another identity sees, where one is named.
   * Without the ranges that have one of some digests.
   */
  records(collection: Collection, as?: string, without?: ReadonlySet<string>): AsyncGenerator<SnapshotRecord>;
  /** All its records as they stand in the file, in order. */
  lines(): AsyncGenerator<string>;
  /** The requests that were kept with their answers. */
  goldens(): AsyncGenerator<Golden>;
  /** The answers to the script of writes; none where it was not performed. */
  writes(): Promise<readonly WriteAnswer[]>;
}

/** Opens a snapshot. Throws a wrong use for what is none. */
export async function openSnapshot(file: string, { folder }: Environment): Promise<Snapshot> {
  const path = resolve(folder, file);
  const header = await readHeader(path, file);
  const placed = await placeRanges(path, header.ranges ?? []);
  const [first] = placed;
  const ofCollection = (collection: Collection, as?: string): readonly PlacedRange[] =>
    placed.filter(({ range }) => range.collection === collection && range.as === as);
  const read = (span?: Span) => readLines(path, file, span);
  const readBeforeRecords = () => read(first && { to: first.from });
  return {
    header,
    ranges: (collection, as) => ofCollection(collection, as).map(({ range }) => range),
    async *records(collection, as, without) {
      const part = { start: toRecordStart(collection, as), read: toRecord };
      if (placed.length === 0) return yield* readPart(read(), part);
      const wanted = ofCollection(collection, as).filter(({ range }) => without?.has(range.digest) !== true);
      for (const span of joinSpans(wanted)) yield* readPart(read(span), part);
      return undefined;
    },
    async *lines() {
      for await (const lines of read(first && { from: first.from }))
        yield* lines.filter((line) => recordStart.test(line));
    },
    goldens: () => readPart(readBeforeRecords(), { start: '{"question"', read: toGolden }),
    writes: () => (header.writes === undefined ? Promise.resolve([]) : readWrites(readBeforeRecords())),
  };
}

const recordStart = /^\{"(collection|as)":/;

interface Part<T> {
  /** What each of its lines starts with. */
  readonly start: string;
  readonly read: (line: string) => T;
}

/** Reads the lines of one part, and nothing behind it. */
async function* readPart<T>(
  some: AsyncIterable<readonly string[]>,
  { start, read }: Part<T>,
): AsyncGenerator<T, undefined> {
  let begun = false;
  for await (const lines of some) {
    for (const line of lines) {
      const isOne = line.startsWith(start);
      if (begun && !isOne) return;
      begun ||= isOne;
      if (isOne) yield read(line);
    }
  }
}

async function readWrites(some: AsyncIterable<readonly string[]>): Promise<readonly WriteAnswer[]> {
  const answers: WriteAnswer[] = [];
  for await (const answer of readPart(some, { start: '{"write"', read: toWriteAnswer })) answers.push(answer);
  return answers;
}

const toWriteAnswer = (line: string): WriteAnswer => JSON.parse(line) as WriteAnswer;
const toGolden = (line: string): Golden => JSON.parse(line) as Golden;
const toRecord = (line: string): SnapshotRecord => JSON.parse(line) as SnapshotRecord;

async function readHeader(path: string, file: string): Promise<SnapshotHeader> {
  const first = await readFirstLine(path, file);
  const header = toHeader(first);
  if (header) return header;
  const part = toPartHeader(first);
  const form = formOf(first);
  if (form !== undefined && form !== SNAPSHOT_FORM)
    throw wrongUse(
      `${file} is a snapshot in form ${toPrintableLine(JSON.stringify(form))}, but this version of calproof reads form ${SNAPSHOT_FORM}; take it again.`,
    );
  if (part) throw wrongUse(`${file} is shard ${toShardText(part.shard)} of a snapshot; join it with calproof merge.`);
  throw wrongUse(`${file} is not a snapshot; give a file written by calproof snapshot URL -o FILE.`);
}
