import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Collection } from '../../../contract/resources.js';
import { type Both, ofBoth, onBoth } from '../../../migration/bisect/both-sides.js';
import { listsOf } from '../../../migration/bisect/joint-list.js';
import {
  type BisectionPlan,
  planBisection,
  survey,
  type Surveyed,
  toWholeSlices,
} from '../../../migration/bisect/plan-bisection.js';
import { toVisibility } from '../../../migration/bisect/visibility.js';
import { toWholeRequests } from '../../../migration/bisect/whole-requests.js';
import { type Chosen, chooseLists } from '../../../migration/capture/choose-lists.js';
import type { IntendedChange } from '../../../migration/compare/intended-change.js';
import type { Comparison } from '../../../migration/findings/comparison-result.js';
import type { Finding } from '../../../migration/findings/finding.js';
import type { PartialReading } from '../../../migration/findings/partial-reading.js';
import { relationOf } from '../../../migration/snapshot/canonical-record.js';
import type { Environment } from '../../input/environment.js';
import { compareSnapshots } from './compare-snapshots.js';
import type { FileSorting } from '../file-sorting.js';
import { openPartialSide, type PartialSide } from './partial-side.js';
import { isComplete, openBoth, settleStrangers } from './settle-strangers.js';
import type { Snapshot } from '../snapshot-file.js';
import type { Source } from '../snapshot-source.js';

/** Two services to compare without reading all of them. */
interface Bisection {
  readonly sources: Both<Source>;
  /** Their URLs, as given. */
  readonly names: Both<string>;
  readonly map: readonly IntendedChange[];
  readonly seed: number;
  readonly sorting: FileSorting;
  readonly environment: Environment;
  /** Called with the number of records read. */
  readonly onProgress: (read: number) => void;
}

type Bisected = Pick<Comparison, 'a' | 'b' | 'findings' | 'matched' | 'reading' | 'notes'>;

/** Compares two services by what differs in their totals, and by a sample of the rest. */
export async function bisectServices(bisection: Bisection): Promise<Bisected> {
  const { sources, seed } = bisection;
  const readers = ofBoth((side) => sources[side].reader);
  const chosen = await onBoth((side) => chooseLists(readers[side]));
  const surveyed = await survey(readers, chosen, seed);
  const spent = sumOf(sources);
  const plan = await planBisection(surveyed);
  const parts = await openParts(bisection, chosen, surveyed.size);
  try {
    await onBoth((side) => parts[side].add(plan.entries[side]));
    await onBoth((side) => parts[side].read(plan.slices[side]));
    const { snapshots, ...compared } = await comparePlanned(bisection, { surveyed, plan, parts });
    const whole = spent + toWholeRequests(surveyed.lists, surveyed.shown);
    const reading = toReading({ surveyed, plan, snapshots, requests: sumOf(sources), whole });
    return { ...compared, reading };
  } finally {
    await onBoth((side) => parts[side].close());
  }
}

const sumOf = ({ a, b }: Both<Source>): number => a.sent() + b.sent();

async function openParts(
  { sources, sorting, environment, onProgress }: Bisection,
  chosen: Both<Chosen>,
  size: number,
): Promise<Both<PartialSide>> {
  let read = 0;
  const count = (records: number): void => {
    read += records;
    onProgress(read);
  };
  return onBoth(async (side) => {
    const folder = join(sorting.folder, side);
    await mkdir(folder);
    return openPartialSide({
      source: sources[side],
      chosen: chosen[side],
      size,
      folder,
      environment,
      onProgress: count,
    });
  });
}

interface Planned {
  readonly surveyed: Surveyed;
  readonly plan: BisectionPlan;
  readonly parts: Both<PartialSide>;
}

/** Compares what was read for a plan. Where links differ, what they point to is read whole: it may have other IDs. */
async function comparePlanned(bisection: Bisection, { surveyed, plan, parts }: Planned) {
  const { map, sorting } = bisection;
  const { snapshots, notes } = await settleStrangers({ surveyed, parts, map, sorting });
  const isPartial = !isComplete(surveyed.lists, snapshots);
  const first = await compareOnce(bisection, snapshots, isPartial);
  const noted = [...plan.notes, ...notes, ...first.notes];
  const linked = plan.paged.filter((collection) => first.findings.some((one) => isAbout(one, collection)));
  if (linked.length === 0) return { ...first, snapshots, notes: noted };
  const lists = linked.flatMap((collection) => listsOf(surveyed.lists, collection));
  await onBoth((side) => parts[side].read(toWholeSlices(lists, side)));
  const more = await openBoth(parts);
  return { ...(await compareOnce(bisection, more, isPartial)), snapshots: more, notes: noted };
}

async function compareOnce({ names, map, sorting }: Bisection, snapshots: Both<Snapshot>, isPartial: boolean) {
  const sides = ofBoth((side) => ({ kind: 'snapshot', name: names[side], snapshot: snapshots[side] }) as const);
  const { questions: _, ...compared } = await compareSnapshots({ ...sides, map, sorting, isPartial });
  return compared;
}

const isAbout = ({ cause, counts }: Finding, collection: Collection): boolean =>
  cause.startsWith('relation.') &&
  Object.keys(counts).some((name) => {
    const [from, field = ''] = name.split('.');
    return relationOf(from === 'events' ? 'events' : 'categories', field) === collection;
  });

/** What was read in the end, and the requests for it. */
interface Finished extends Omit<Planned, 'parts'> {
  readonly snapshots: Both<Snapshot>;
  readonly requests: number;
  readonly whole: number;
}

function toReading({ surveyed, plan, snapshots, requests, whole }: Finished): PartialReading {
  const { lists, seed } = surveyed;
  const isRead = (collection: Collection): boolean => isComplete(listsOf(lists, collection), snapshots);
  const unread = plan.paged.filter((collection) => !isRead(collection));
  const areEventsRead = isRead('events');
  const extents = lists.map(({ name, totals }) => {
    const { a, b } = ofBoth((side) => ({
      read: snapshots[side].header.lists[name] ?? 0,
      total: Number.isNaN(totals[side]) ? null : totals[side],
    }));
    return [name, { before: a, after: b }] as const;
  });
  return {
    seed,
    requests,
    whole,
    lists: Object.fromEntries(extents),
    sampled: plan.sampled.filter((name) => !(areEventsRead && name.startsWith('events '))),
    ...toVisibility({ largest: areEventsRead ? undefined : plan.largest, collections: unread }),
  };
}
