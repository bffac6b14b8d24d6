import { open, readFile } from 'node:fs/promises';
import { readSlice, Shifted } from '../../migration/capture/read-slice.js';
import type { SnapshotPlan } from '../../migration/capture/snapshot-plan.js';
import { type Reader, type Slice, toSliceName } from '../../migration/capture/snapshot-reader.js';
import { isJsonObject, type JsonValue } from '../../wire/json.js';
import { parseJson } from '../../wire/message-body.js';
import type { LineRun, LineRuns } from './line-runs.js';

/** What a snapshot that was cut off had done: lines of JSON, each written when it was true. */
export interface Progress {
  /** What is being taken, of what, and when it began. */
  readonly meta: JsonValue;
  /** The parts to read, once they are chosen. */
  plan: JsonValue | undefined;
  /** The runs of each part that is read, by its name. */
  readonly done: Map<string, readonly LineRun[]>;
  /** What could not be proved of a part: sentences. */
  readonly doubts: string[];
}

export interface ProgressFile {
  append(line: JsonValue): Promise<void>;
  close(): Promise<void>;
}

/** Opens a progress file to add to it; a new one starts with what is taken. */
export async function openProgressFile(path: string, meta: JsonValue | undefined): Promise<ProgressFile> {
  const file = await open(path, meta === undefined ? 'a' : 'w');
  const append = async (line: JsonValue): Promise<void> => {
    await file.appendFile(`${JSON.stringify(line)}\n`);
    await file.datasync();
  };
  if (meta !== undefined) await append({ meta });
  return { append, close: () => file.close() };
}

/** Reads what a snapshot had done; undefined where there is nothing to resume. Half a line at the end was not done. */
export async function readProgressFile(path: string): Promise<Progress | undefined> {
  const text = await readFile(path, 'utf8').catch(() => '');
  const lines = text.split('\n').slice(0, -1).map(parseJson);
  const [first] = lines;
  if (!isJsonObject(first) || first['meta'] === undefined) return undefined;
  const progress: Progress = { meta: first['meta'], plan: undefined, done: new Map(), doubts: [] };
  for (const line of lines) if (isJsonObject(line)) note(progress, line);
  return progress;
}

function note(progress: Progress, { plan, done, runs, doubt }: Readonly<Record<string, JsonValue>>): void {
  if (plan !== undefined) progress.plan = plan;
  if (typeof done === 'string') progress.done.set(done, (runs ?? []) as unknown as readonly LineRun[]);
  if (typeof doubt === 'string') progress.doubts.push(doubt);
}

/** What is needed to read the parts of a plan. */
export interface SliceReading {
  readonly reader: Reader;
  readonly plan: SnapshotPlan;
  readonly progress: Progress;
  readonly file: ProgressFile;
  readonly runs: LineRuns;
  /** Called after each few pages with the number of their records. */
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
      const doubt = `${name}: the list changed during each read`;
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
