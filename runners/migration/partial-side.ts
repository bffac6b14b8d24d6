import { join } from 'node:path';
import type { Chosen, ListPreview } from '../../migration/capture/choose-lists.js';
import { toTotalName } from '../../migration/capture/snapshot-plan.js';
import type { Slice } from '../../migration/capture/snapshot-reader.js';
import type { Environment } from '../input/environment.js';
import { createCollector } from './file-sorting.js';
import { type LineRun, openLineRuns } from './line-runs.js';
import { readSlices } from './slices.js';
import { joinFiles, openSnapshot, type Snapshot } from './snapshot-file.js';
import type { Source } from './snapshot-source.js';
import { previewAgain, toHeader, toMeta, writeHeader, writeRecords } from './take-snapshot.js';

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
  const meta = toMeta(source, new Date(environment.clock.now()).toISOString());
  const progress = { meta, plan: undefined, done: new Map<string, readonly LineRun[]>(), doubts: [] };
  const added: LineRun[] = [];
  const collect = createCollector();
  const plan = { size, totals: [], notes: chosen.notes };
  const totals = chosen.previews.map(({ list, page: { total = null } }) => ({ list, total }));
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
      after ??= await previewAgain({ source }, { totals });
      const [header, records, path] = ['header', 'records', 'part.ndjson.gz'].map((name) => join(folder, name)) as [
        string,
        string,
        string,
      ];
      const entries = runs.merge([...[...progress.done.values()].flat(), ...added]);
      const { tally } = await writeRecords(records, { entries, collect });
      const seen = { plan: { ...plan, slices: [] }, before: chosen.previews, after, tally };
      const written = toHeader({ source, progress }, seen);
      // A list that is shown is there, even if none of its records was read.
      const shown = Object.fromEntries(totals.map(({ list }) => [toTotalName(list), 0]));
      await writeHeader(header, { ...written, lists: { ...shown, ...written.lists } });
      await joinFiles([header, records], path);
      return openSnapshot(path, environment);
    },
    close: () => runs.close(),
  };
}
