import type { Reader } from '../../migration/reader.js';
import { readSlice, Shifted } from '../../migration/read-slice.js';
import { type Slice, toSliceName } from '../../migration/list.js';
import type { SnapshotPlan } from '../../migration/plan.js';
import type { LineRun, LineRuns } from './line-runs.js';
import type { Progress, ProgressFile } from './progress-file.js';

/** What is needed to read the parts of a plan. */
export interface SliceReading {
  readonly reader: Reader;
  readonly plan: SnapshotPlan;
  readonly progress: Progress;
  readonly file: ProgressFile;
  readonly runs: LineRuns;
  /** Told after each few pages, with the records they held. */
  readonly onProgress: (records: number) => void;
  /** Collects garbage. */
  readonly collect: () => void;
}

/** How often a part is read that changes under our eyes. */
const TRIES = 3;

/** Lines that are sorted together. */
const TOGETHER = 2_000;

/** Reads what of a plan is not read yet; each part is noted when it is safe. */
export async function readSlices(reading: SliceReading): Promise<void> {
  const { plan, progress, file, runs } = reading;
  for (const slice of plan.slices) {
    const name = toSliceName(slice);
    if (progress.done.has(name)) continue;
    const read = await readStill(reading, slice);
    if (read === undefined) {
      const doubt = `${name}: the list changed each time it was read`;
      progress.doubts.push(doubt);
      await file.append({ doubt });
    }
    const kept = read ?? (await readOnce(reading, slice, true));
    await runs.sync();
    await file.append({ done: name, runs: kept.map(({ start, end }) => ({ start, end })) });
    progress.done.set(name, kept);
  }
}

/** Reads a part until it stood still; undefined when it never does. */
async function readStill(reading: SliceReading, slice: Slice): Promise<readonly LineRun[] | undefined> {
  for (let again = 0; again < TRIES; again += 1) {
    try {
      return await readOnce(reading, slice);
    } catch (error) {
      if (!(error instanceof Shifted)) throw error;
    }
  }
  return undefined;
}

async function readOnce(
  { reader, plan, runs, onProgress, collect }: SliceReading,
  slice: Slice,
  moving = false,
): Promise<LineRun[]> {
  const kept: LineRun[] = [];
  let waiting: string[] = [];
  const flush = async (): Promise<void> => {
    if (waiting.length > 0) kept.push(await runs.append(waiting));
    waiting = [];
    collect();
  };
  for await (const entries of readSlice({ reader, slice, size: plan.size, moving })) {
    waiting.push(...entries);
    onProgress(entries.length);
    if (waiting.length >= TOGETHER) await flush();
  }
  await flush();
  return kept;
}
