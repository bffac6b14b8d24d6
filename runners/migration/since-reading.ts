import type { Chosen } from '../../migration/capture/choose-lists.js';
import { type SnapshotPlan, toPlanJson } from '../../migration/capture/snapshot-plan.js';
import { alignEntries } from '../../migration/since/align-entries.js';
import { toEarlierEntries } from '../../migration/since/earlier-entries.js';
import { type Earlier, toEarlierRefusal } from '../../migration/since/earlier-snapshot.js';
import { findLeft, overlayEntries } from '../../migration/since/overlay-entries.js';
import { planSince, readMore, type SampleShelf } from '../../migration/since/plan-since.js';
import { toNames } from '../../migration/since/takeover.js';
import { wrongUse } from '../input/command-error.js';
import type { Environment } from '../input/environment.js';
import { collecting } from './file-sorting.js';
import type { LineRun, LineRuns } from './line-runs.js';
import { readSlices, type SliceReading } from './slices.js';
import { openSnapshot } from './snapshot-file.js';

/** An earlier snapshot of which as much as possible is taken over. */
export interface Since {
  readonly earlier: Earlier;
  /** Draws what is sampled. */
  readonly seed: number;
}

/** Opens an earlier snapshot. Throws a wrong use for one of another target, of other options or in another form. */
export async function openEarlier(
  file: string,
  wanted: Parameters<typeof toEarlierRefusal>[1],
  environment: Environment,
): Promise<Earlier> {
  const { header, lines } = await openSnapshot(file, environment);
  const refusal = toEarlierRefusal(header, wanted);
  if (refusal !== undefined) throw wrongUse(`Nothing can be taken over from ${file}: it ${refusal}.`);
  return { header, windows: header.windows ?? [], lines: () => collecting(lines()) };
}

type Read = Pick<SliceReading, 'progress' | 'runs'>;

/** Plans what to read beside what is taken over. */
export const planFrom = (
  { earlier, seed }: Since,
  chosen: Chosen,
  { reader, runs }: Pick<SliceReading, 'reader' | 'runs'>,
): Promise<SnapshotPlan> => planSince(reader, { chosen, earlier, seed, shelf: createShelf(runs) });

/** Entries that are sorted together. */
const TOGETHER = 2_000;

/** Puts a sample into the file of what is read, where nothing refers to it afterwards. */
function createShelf(runs: LineRuns): SampleShelf {
  const done: LineRun[] = [];
  let waiting: string[] = [];
  const flush = async (): Promise<void> => {
    if (waiting.length > 0) done.push(await runs.append(waiting));
    waiting = [];
  };
  return {
    async add(entries) {
      waiting.push(...entries);
      if (waiting.length >= TOGETHER) await flush();
    },
    async *sorted() {
      await flush();
      yield* runs.merge(done);
    },
  };
}

/**
 * Reads what is planned, and then, as long as that contradicts something that is taken over, this too. Gives the plan
 * that was carried out.
 */
export async function readPlanned(reading: SliceReading, since: Since | undefined): Promise<SnapshotPlan> {
  let { plan } = reading;
  for (;;) {
    await readSlices({ ...reading, plan });
    const left = since ? await findContradicted(plan, reading, since) : new Set<string>();
    if (left.size === 0) return plan;
    plan = readMore(plan, left);
    await reading.file.append({ plan: toPlanJson(plan) });
  }
}

async function findContradicted(plan: SnapshotPlan, read: Read, { earlier }: Since): Promise<ReadonlySet<string>> {
  const isAny = plan.since && plan.since.slices.length > 0 && read.progress.done.size > 0;
  return isAny
    ? findLeft(alignEntries(toEarlierEntries(earlier), toReadEntries(read)), toNames(plan.since))
    : new Set();
}

const toReadEntries = ({ progress, runs }: Read): AsyncIterable<string> =>
  runs.merge([...progress.done.values()].flat());

/** All records: those that were read, and those that were taken over. */
export const toEntries = (plan: SnapshotPlan, read: Read, since: Since | undefined): AsyncIterable<string> =>
  plan.since && since
    ? overlayEntries(alignEntries(toEarlierEntries(since.earlier), toReadEntries(read)), toNames(plan.since))
    : toReadEntries(read);
