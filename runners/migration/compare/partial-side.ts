import { join } from 'node:path';
import type { Chosen, ListPreview } from '../../../migration/capture/choose-lists.js';
import { type Slice, toFullName } from '../../../migration/capture/snapshot-reader.js';
import type { Environment } from '../../input/environment.js';
import { createCollector } from '../file-sorting.js';
import { type LineRun, openLineRuns } from '../line-runs.js';
import { readSlices } from '../slices.js';
import { openSnapshot, type Snapshot } from '../snapshot-file.js';
import type { Source } from '../snapshot-source.js';
import { previewAgain, toMeta, toPart } from '../take-snapshot.js';
import { writeSnapshot } from '../write-snapshot.js';

/** One of two services of which not everything is read. */
export interface PartialSide {
  /** Reads slices that were not read yet. */
  read(slices: readonly Slice[]): Promise<void>;
  /** Adds records that were read otherwise, as entries. */
  add(entries: readonly string[]): Promise<void>;
  /** What was read so far, as a snapshot. */
  open(): Promise<Snapshot>;
  close(): Promise<void>;
}

interface PartialOptions {
  readonly source: Source;
  readonly chosen: Chosen;
  /** Records a page. */
  readonly size: number;
  /** Where its files are: it deletes none of them. */
  readonly folder: string;
  readonly environment: Environment;
  readonly onProgress: (records: number) => void;
}

/** Nothing is continued later. */
const unkept = { append: async () => {}, close: async () => {} };

/** Opens a side that holds nothing yet. */
export async function openPartialSide(options: PartialOptions): Promise<PartialSide> {
  const { source, chosen, size, folder, environment, onProgress } = options;
  const runs = await openLineRuns(join(folder, 'runs'));
  const meta = toMeta(source, { taken: new Date(environment.clock.now()).toISOString() });
  const progress = { meta, plan: undefined, done: new Map<string, readonly LineRun[]>(), doubts: [] };
  const added: LineRun[] = [];
  const collect = createCollector();
  const lists = chosen.previews.map(({ list, page: { total = null } }) => ({ list, total, windows: [] }));
  const plan = { size, slices: [], expected: null, lists, notes: chosen.notes };
  // A list that is shown is there, even if none of its records was read.
  const listed = lists.map(({ list }) => toFullName(list));
  let after: readonly ListPreview[] | undefined;
  return {
    read: (slices) =>
      readSlices({
        reader: source.reader,
        plan: { ...plan, slices },
        progress,
        file: unkept,
        runs,
        collect,
        onProgress,
      }),
    async add(entries) {
      if (entries.length > 0) added.push(await runs.append(entries));
    },
    async open() {
      after ??= await previewAgain(source.reader, plan);
      const path = join(folder, 'part.ndjson.gz');
      const part = toPart({ source, progress }, { plan, before: chosen.previews, after });
      const entries = runs.merge([...[...progress.done.values()].flat(), ...added]);
      await writeSnapshot({ path, parts: [part], entries, listed });
      return openSnapshot(path, environment);
    },
    close: () => runs.close(),
  };
}
