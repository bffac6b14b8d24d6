import { rm } from 'node:fs/promises';
import { collapse, createTally, type Tally } from '../../migration/capture/collapse.js';
import { joinParts } from '../../migration/capture/join-parts.js';
import type { PlannedTakeover } from '../../migration/capture/snapshot-plan.js';
import type { SnapshotPart } from '../../migration/capture/snapshot-part.js';
import type { Reader } from '../../migration/capture/snapshot-reader.js';
import { createWindowBook } from '../../migration/capture/window-book.js';
import { askQuestions } from '../../migration/questions/ask-questions.js';
import type { QuestionAmount } from '../../migration/questions/question-amounts.js';
import { createDraw } from '../../migration/questions/question-sample.js';
import type { Question } from '../../migration/questions/question.js';
import { toQuestions } from '../../migration/questions/questions.js';
import { toDatedWindows, toNames, toTakenOver, toTakeoverDoubts } from '../../migration/since/takeover.js';
import type { SnapshotHeader } from '../../migration/snapshot/snapshot-header.js';
import { createCollector } from './file-sorting.js';
import { joinFiles, writeGzipLines } from './gzip-lines.js';
import { writeRanges } from './range-file.js';
import type { Source } from './snapshot-source.js';

/** How a snapshot keeps requests with their answers. */
export interface Asking {
  /** Undefined where nothing is asked. */
  readonly reader?: Reader | undefined;
  /** By default few of a small calendar, and all of others. */
  readonly questions?: QuestionAmount | undefined;
  /** Performs the script of writes; undefined where nothing is written. */
  readonly performWrites?: Source['performWrites'] | undefined;
}

/** A snapshot that is all read. */
interface Written extends Asking {
  readonly path: string;
  readonly parts: readonly [SnapshotPart, ...SnapshotPart[]];
  /** Lists that are counted even if none of their records was read. */
  readonly listed?: readonly string[];
  /** The records as lists show them, in order. */
  readonly entries: AsyncIterable<string>;
  /** What of them was taken over from an earlier snapshot. */
  readonly since?: PlannedTakeover | undefined;
}

/** Writes what was read as a snapshot, asks the questions, and leaves nothing where it fails. */
export async function writeSnapshot({
  path,
  parts,
  entries,
  listed,
  reader,
  questions,
  performWrites = async () => [],
  since,
}: Written): Promise<SnapshotHeader> {
  const files = {
    header: `${path}.header`,
    writes: `${path}.writes`,
    goldens: `${path}.goldens`,
    records: `${path}.records`,
  };
  const collect = createCollector();
  try {
    const { tally, sample, ranges, ...read } = await writeRecords(files.records, { entries, since, collect });
    const asked = reader ? toQuestions(sample, questions ?? amountFor(tally)) : [];
    const unsteady = await writeGoldens(files.goldens, { reader, asked, collect });
    // Last of all, so that nothing that is read shows records of ours.
    const answers = await performWrites();
    const takenOver = since && toTakenOver(since, read.windows, tally);
    const doubts = [...unsteady, ...(takenOver ? toTakeoverDoubts(takenOver, tally) : [])];
    const windows = since ? toDatedWindows(read.windows, since) : read.windows;
    const header = joinParts(parts, {
      tally,
      doubts,
      listed,
      windows,
      ranges,
      since: takenOver,
      writes: answers.length,
    });
    await writeGzipLines(files.header, (write) => write(JSON.stringify(header)));
    await writeGzipLines(files.writes, async (write) => {
      for (const answer of answers) await write(JSON.stringify(answer));
    });
    await joinFiles([files.header, files.writes, files.goldens, files.records], path);
    return header;
  } finally {
    await Promise.all(Object.values(files).map((file) => rm(file, { force: true })));
  }
}

interface Entries {
  readonly entries: AsyncIterable<string>;
  readonly since: PlannedTakeover | undefined;
  readonly collect: () => void;
}

/** Records after which garbage is collected. */
const MANY = 5_000;

async function writeRecords(path: string, { entries, since, collect }: Entries) {
  const tally = createTally();
  const draw = createDraw();
  const book = createWindowBook();
  let written = 0;
  const { ranges } = await writeRanges(path, async (write) => {
    for await (const line of collapse(entries, tally, since && toNames(since))) {
      if (line.as === undefined) draw.see(line);
      await write(line, `${line.text.slice(0, -1)},"slices":${JSON.stringify(book.note(line))}}`);
      written += 1;
      if (written % MANY === 0) collect();
    }
  });
  return { tally, sample: draw.sample(), windows: book.end(), ranges };
}

/** Records up to which a calendar is small: its questions would take far longer than its records. */
const SMALL = 500;

const amountFor = ({ records }: Tally): QuestionAmount =>
  Object.values(records).reduce((sum, count) => sum + count, 0) < SMALL ? 'few' : 'all';

interface Asked {
  readonly reader: Reader | undefined;
  readonly asked: readonly Question[];
  readonly collect: () => void;
}

/** Groups of questions after which garbage is collected. */
const GROUPS = 8;

/** Writes questions with answers that do not change from one request to the next, and gives a sentence about others. */
function writeGoldens(path: string, { reader, asked, collect }: Asked): Promise<readonly string[]> {
  let [unsteady, groups] = [0, 0];
  return writeGzipLines(path, async (write) => {
    for await (const goldens of reader ? askQuestions(reader, asked) : []) {
      groups += 1;
      if (groups % GROUPS === 0) collect();
      for (const golden of goldens)
        if (golden) await write(JSON.stringify(golden));
        else unsteady += 1;
    }
    return unsteady === 0 ? [] : [`${unsteady} of ${asked.length} questions have two different answers`];
  });
}
