import { rm } from 'node:fs/promises';
import { toClauseSetHash } from '../../contract/clauses/clauses.js';
import type { Shard } from '../../kernel/run/shard.js';
import {
  chooseLists,
  findVolatile,
  isPreview,
  type ListPreview,
  previewList,
} from '../../migration/capture/choose-lists.js';
import type { PartHeader, SnapshotPart } from '../../migration/capture/snapshot-part.js';
import { fromPlanJson, planSnapshot, type SnapshotPlan, toPlanJson } from '../../migration/capture/snapshot-plan.js';
import { type Reader, toFullName } from '../../migration/capture/snapshot-reader.js';
import { toLearnedDoubt } from '../../migration/since/earlier-snapshot.js';
import type { SnapshotHeader } from '../../migration/snapshot/snapshot-header.js';
import { version } from '../../wire/package.js';
import { toLearnedJson } from '../output/learned-profile.js';
import { createCollector } from './file-sorting.js';
import { openLineRuns } from './line-runs.js';
import type { Advance } from '../output/progress-line.js';
import { writePart } from './part-file.js';
import { openProgressFile, type Progress, type ProgressFile, type SliceReading } from './slices.js';
import type { Source } from './snapshot-source.js';
import { planFrom, readPlanned, type Since, toEntries } from './since-reading.js';
import { type Asking, writeSnapshot } from './write-snapshot.js';

/** A snapshot in the making. */
interface Taking extends Pick<Asking, 'questions'> {
  readonly source: Source;
  /** Which part of it is read; left out: all. */
  readonly shard?: Shard | undefined;
  /** What parts of it may be taken over from. */
  readonly since?: Since | undefined;
  readonly path: string;
  /** How far an earlier try came. */
  readonly progress: Progress;
  readonly resumed: boolean;
  /** Called with the number of records read, and of those expected. */
  readonly onProgress: (read: number, expected: number | undefined) => void;
}

/** The files beside a snapshot while it is taken. */
export const toPaths = (path: string) => ({ runs: `${path}.part`, progress: `${path}.progress` });

/** Exports all visible records of a target to a file, which exists only when it is complete. */
export const takeSnapshot = (taking: Taking): Promise<SnapshotHeader> =>
  readTarget(taking, ({ part, entries, plan }) => {
    const { path, source, questions } = taking;
    const { reader, performWrites } = source;
    const { since } = plan;
    return writeSnapshot({ path, parts: [part], entries, since, reader, questions, performWrites });
  });

/** The same for one of several shards: a file that holds its part. */
export const takePart = (taking: Taking): Promise<PartHeader> =>
  readTarget(taking, ({ part, entries }) => writePart(taking.path, part, entries));

interface Read {
  readonly part: SnapshotPart;
  readonly plan: SnapshotPlan;
  readonly entries: AsyncIterable<string>;
}

/** Reads what a shard has to read, and forgets how far it came once that is written. */
async function readTarget<Result>(taking: Taking, write: (read: Read) => Promise<Result>): Promise<Result> {
  const { source, path, progress, resumed } = taking;
  const paths = toPaths(path);
  const size = Math.max(0, ...[...progress.done.values()].flat().map(({ end }) => end));
  const runs = await openLineRuns(paths.runs, size);
  const file = await openProgressFile(paths.progress, resumed ? undefined : progress.meta);
  try {
    const reading = { reader: source.reader, progress, file, runs };
    const { part, plan } = await readPart(taking, reading);
    const entries = toEntries(plan, reading, taking.since);
    const written = await write({ part, plan, entries });
    await Promise.all([rm(paths.runs), rm(paths.progress)]);
    return written;
  } finally {
    await runs.close();
    await file.close();
  }
}

type Reading = Pick<SliceReading, 'reader' | 'progress' | 'file' | 'runs'>;

async function readPart(taking: Taking, reading: Reading): Promise<Pick<Read, 'part' | 'plan'>> {
  const { source, progress, since, shard = WHOLE } = taking;
  const chosen = await chooseLists(source.reader);
  const planned = await settlePlan(progress, reading.file, () =>
    since ? planFrom(since, chosen, reading) : planSnapshot(source.reader, { chosen, shard }),
  );
  const onProgress = toProgressCounter(taking, planned);
  const plan = await readPlanned({ ...reading, plan: planned, collect: createCollector(), onProgress }, since);
  const after = await previewAgain(source.reader, plan);
  const part = toPart(taking, { plan, before: chosen.previews, after });
  const doubts = since ? toLearnedDoubt(since.earlier, part.learned) : [];
  return { part: { ...part, unproved: [...part.unproved, ...doubts] }, plan };
}

const WHOLE: Shard = { index: 1, count: 1 };

async function settlePlan(
  progress: Progress,
  file: ProgressFile,
  make: () => Promise<SnapshotPlan>,
): Promise<SnapshotPlan> {
  if (progress.plan !== undefined) return fromPlanJson(progress.plan);
  const plan = await make();
  await file.append({ plan: toPlanJson(plan) });
  return plan;
}

/** A listener to records that are read, for a line that shows progress. */
export const ofRecords =
  (show: (advance: Advance) => void) =>
  (done: number, expected: number | undefined): void =>
    show({ done, expected, unit: 'record' });

function toProgressCounter({ onProgress }: Taking, { expected }: SnapshotPlan): (records: number) => void {
  let read = 0;
  return (records) => {
    read += records;
    onProgress(read, expected ?? undefined);
  };
}

/** The first records of every list a second time, and its totals. */
export async function previewAgain(reader: Reader, { lists }: SnapshotPlan): Promise<readonly ListPreview[]> {
  const seen = await Promise.all(lists.map(({ list }) => previewList(reader, list)));
  return seen.filter(isPreview);
}

interface Seen {
  readonly plan: SnapshotPlan;
  readonly before: readonly ListPreview[];
  readonly after: readonly ListPreview[];
}

/** What of a target decides what is taken. */
interface Described extends Pick<Source, 'address'> {
  readonly reader: Pick<Reader, 'identities'> & {
    readonly profile: Pick<Reader['profile'], 'languageParameter'>;
  };
}

/** What is taken of what: a snapshot can only be resumed with the same. */
export function toMeta({ address, reader: { profile, identities } }: Described, { taken, shard, since }: Occasion) {
  const { origin, root, namespace } = address;
  const { languageParameter } = profile;
  const clauseSet = toClauseSetHash();
  const more = {
    ...(identities.length > 0 && { identities }),
    ...(shard && { shard: { ...shard } }),
    ...(since !== undefined && { since }),
  };
  return { version, url: `${origin}${root}`, namespace, taken, clauseSet, options: { languageParameter }, ...more };
}

interface Occasion {
  /** When reading begins, in ISO 8601. */
  readonly taken: string;
  readonly shard?: Shard | undefined;
  /** When the earlier snapshot was taken, in ISO 8601. */
  readonly since?: string | undefined;
}

/** What was found, beside the records. */
export function toPart(
  { source, progress, shard = WHOLE }: Pick<Taking, 'source' | 'progress' | 'shard'>,
  { plan, before, after }: Seen,
): SnapshotPart {
  const { since: _since, ...meta } = progress.meta as unknown as ReturnType<typeof toMeta>;
  const totals = new Map(after.map(({ list, page: { total = null } }) => [toFullName(list), total]));
  return {
    ...meta,
    shard,
    options: { ...meta.options, pageSize: plan.size },
    learned: toLearnedJson(source.reader.profile, source.redaction),
    lists: plan.lists.map(({ list, total, windows }) => ({
      list,
      before: total,
      after: totals.get(toFullName(list)) ?? null,
      windows,
    })),
    volatile: findVolatile(before, after),
    unproved: [...plan.notes, ...progress.doubts],
  };
}
