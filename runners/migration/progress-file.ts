import { open, readFile } from 'node:fs/promises';
import { isJsonObject, type JsonValue } from '../../harness/json.js';
import { parseJson } from '../../harness/body.js';
import type { LineRun } from './line-runs.js';

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
