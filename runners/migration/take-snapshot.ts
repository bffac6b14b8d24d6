import { rm } from 'node:fs/promises';
import { toClauseSetHash } from '../../contract/clauses/clauses.js';
import {
  chooseLists,
  findVolatile,
  isPreview,
  type ListPreview,
  previewList,
} from '../../migration/capture/choose-lists.js';
import { collapse, createTally, type Tally, toDoubts } from '../../migration/capture/collapse.js';
import { fromPlanJson, planSnapshot, type SnapshotPlan, toPlanJson } from '../../migration/capture/snapshot-plan.js';
import { createDraw } from '../../migration/questions/question-sample.js';
import { askQuestions } from '../../migration/questions/ask-questions.js';
import type { Question } from '../../migration/questions/question.js';
import type { QuestionAmount } from '../../migration/questions/question-amounts.js';
import { toQuestions } from '../../migration/questions/questions.js';
import { SNAPSHOT_FORM, type SnapshotHeader } from '../../migration/snapshot/snapshot-header.js';
import type { JsonObject } from '../../wire/json.js';
import { version } from '../../wire/package.js';
import { toLearnedJson } from '../output/learned-profile.js';
import { createCollector } from './file-sorting.js';
import { openLineRuns } from './line-runs.js';
import type { Advance } from '../output/progress-line.js';
import { openProgressFile, type Progress, type ProgressFile, readSlices } from './slices.js';
import { createGzipLines, joinFiles } from './snapshot-file.js';
import type { Source } from './snapshot-source.js';

/** A snapshot in the making. */
interface Taking {
  readonly source: Source;
  readonly path: string;
  /** How far an earlier try came. */
  readonly progress: Progress;
  readonly resumed: boolean;
  /** How many requests are kept with their answers; by default few of a small calendar, and all of others. */
  readonly questions?: QuestionAmount | undefined;
  /** Called with the number of records read, and of those expected. */
  readonly onProgress: (read: number, expected: number | undefined) => void;
}

/** The files beside a snapshot while it is taken. */
export const toPaths = (path: string) => ({
  runs: `${path}.part`,
  progress: `${path}.progress`,
  header: `${path}.header`,
  goldens: `${path}.goldens`,
  records: `${path}.records`,
});

/** Exports all visible records of a target to a file, which exists only when it is complete. */
export async function takeSnapshot(taking: Taking): Promise<SnapshotHeader> {
  const { source, path, progress, resumed } = taking;
  const paths = toPaths(path);
  const size = Math.max(0, ...[...progress.done.values()].flat().map(({ end }) => end));
  const runs = await openLineRuns(paths.runs, size);
  const file = await openProgressFile(paths.progress, resumed ? undefined : progress.meta);
  const collect = createCollector();
  try {
    const before = await chooseLists(source.reader);
    const plan = await settlePlan(taking, file, () => planSnapshot(source.reader, before));
    await readSlices({
      reader: source.reader,
      plan,
      progress,
      file,
      runs,
      collect,
      onProgress: toProgressCounter(taking, plan),
    });
    const after = await previewAgain(taking, plan);
    const entries = runs.merge([...progress.done.values()].flat());
    const { tally, sample } = await writeRecords(paths.records, { entries, collect });
    await writeGoldens(paths.goldens, { ...taking, asked: toQuestions(sample, amountFor(taking, tally)), collect });
    const header = toHeader(taking, { plan, before: before.previews, after, tally });
    await writeHeader(paths.header, header);
    await joinFiles([paths.header, paths.goldens, paths.records], path);
    await Promise.all([rm(paths.runs), rm(paths.progress)]);
    return header;
  } finally {
    await runs.close();
    await file.close();
  }
}

async function settlePlan(
  { progress }: Taking,
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

function toProgressCounter({ onProgress }: Taking, { totals }: SnapshotPlan): (records: number) => void {
  const known = totals.flatMap(({ total }) => (total === null ? [] : [total]));
  const expected = known.length < totals.length ? undefined : known.reduce((sum, total) => sum + total, 0);
  let read = 0;
  return (records) => {
    read += records;
    onProgress(read, expected);
  };
}

/** The first records of every list a second time, and its totals. */
export async function previewAgain(
  { source }: Pick<Taking, 'source'>,
  { totals }: Pick<SnapshotPlan, 'totals'>,
): Promise<readonly ListPreview[]> {
  const seen = await Promise.all(totals.map(({ list }) => previewList(source.reader, list)));
  return seen.filter(isPreview);
}

interface Entries {
  readonly entries: AsyncIterable<string>;
  readonly collect: () => void;
}

/** Records after which garbage is collected. */
const MANY = 5_000;

/** Writes sorted entries as the records of a snapshot, and counts them. */
export async function writeRecords(path: string, { entries, collect }: Entries) {
  const tally = createTally();
  const draw = createDraw();
  const lines = createGzipLines(path);
  let written = 0;
  for await (const line of collapse(entries, tally)) {
    if (line.as === undefined) draw.see(line);
    await lines.write(line.text);
    written += 1;
    if (written % MANY === 0) collect();
  }
  await lines.close();
  return { tally, sample: draw.sample() };
}

/** Records up to which a calendar is small: its questions would take far longer than its records. */
const SMALL = 500;

const amountFor = ({ questions }: Taking, { records }: Tally): QuestionAmount =>
  questions ?? (Object.values(records).reduce((sum, count) => sum + count, 0) < SMALL ? 'few' : 'all');

/** Groups of questions after which garbage is collected. */
const GROUPS = 8;

/** Questions with answers that do not change from one request to the next; omits others. */
async function writeGoldens(
  path: string,
  { source, progress, asked, collect }: Taking & { readonly asked: readonly Question[]; readonly collect: () => void },
): Promise<void> {
  const lines = createGzipLines(path);
  let [unsteady, groups] = [0, 0];
  for await (const goldens of askQuestions(source.reader, asked)) {
    groups += 1;
    if (groups % GROUPS === 0) collect();
    for (const golden of goldens)
      if (golden) await lines.write(JSON.stringify(golden));
      else unsteady += 1;
  }
  await lines.close();
  if (unsteady > 0) progress.doubts.push(`${unsteady} of ${asked.length} questions have two different answers`);
}

/** Writes what stands before the records of a snapshot. */
export async function writeHeader(path: string, header: SnapshotHeader): Promise<void> {
  const lines = createGzipLines(path);
  await lines.write(JSON.stringify(header));
  await lines.close();
}

interface Seen {
  readonly plan: SnapshotPlan;
  readonly before: readonly ListPreview[];
  readonly after: readonly ListPreview[];
  readonly tally: Tally;
}

/** What is taken of what: a snapshot can only be resumed with the same. */
export function toMeta({ address, reader: { profile, identities } }: Source, taken: string) {
  const { origin, root, namespace } = address;
  const { languageParameter } = profile;
  const clauseSet = toClauseSetHash();
  const read = identities.length > 0 ? { identities } : {};
  return { version, url: `${origin}${root}`, namespace, taken, clauseSet, options: { languageParameter }, ...read };
}

/** The header of a snapshot, of what was seen. */
export function toHeader(
  { source, progress }: Pick<Taking, 'source' | 'progress'>,
  { plan, before, after, tally }: Seen,
): SnapshotHeader {
  const { profile } = source.reader;
  const meta = progress.meta as unknown as ReturnType<typeof toMeta>;
  const options: JsonObject = { ...meta.options, pageSize: plan.size };
  return {
    'calproof-snapshot': SNAPSHOT_FORM,
    ...meta,
    options,
    learned: toLearnedJson(profile, source.redaction),
    records: tally.records,
    lists: tally.lists,
    volatile: findVolatile(before, after),
    unproved: toDoubts({ plan, after, tally, profile, doubts: progress.doubts }),
  };
}
