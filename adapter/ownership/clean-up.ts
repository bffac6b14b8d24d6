import { collections, resourceOf } from '../../contract/resources.js';
import type { CalendarReader } from '../reading/browse.js';
import { pathOf } from '../reading/paths.js';
import { unfilteredFor } from '../reading/record-queries.js';
import { tryBrowse } from '../reading/try-browse.js';
import { type CalendarCleaner, discardAll, readFate, settleAll } from './discard.js';
import type { Guard } from './guard.js';
import type { Marker } from './marker.js';
import { findClaimed } from './reclaim.js';
import type { Create, OwnRecord, Registry } from './registry.js';
import type { CreateClaim } from './write-claim.js';

/** What clean-up knows of a run. */
interface Tidying {
  readonly registry: Registry;
  readonly guard: Guard;
  readonly marker: Marker;
}

/**
 * Deletes what an execution made, as far as it was seen to be ours. What was not waits until there is more of it, or for
 * the end of the run: a list shows many for the price of one. Events never wait, for their links show in other records.
 */
export async function discardOwn(
  calendar: CalendarCleaner,
  made: readonly OwnRecord[],
  { registry, guard, marker }: Tidying,
): Promise<void> {
  const gone = made.filter((record) => guard.isDeleted(pathOf(record)));
  for (const record of gone) await registry.gone(record);
  const mayWait = (record: OwnRecord): boolean => record.collection !== 'events' && !guard.knows(pathOf(record));
  const left = made.filter((record) => !gone.includes(record));
  registry.putOff(left.filter(mayWait));
  const due = left.filter((record) => !mayWait(record));
  await settleAll(registry, await discardAll(calendar, due, marker.text));
}

/** Deletes what waits, of each kind of which there is so much that lists grow longer by it. */
export async function discardWaiting(calendar: CalendarCleaner, { registry, marker }: Tidying): Promise<void> {
  const due = registry.takeDue();
  for (const collection of new Set(due.map((record) => record.collection)))
    await tryBrowse(calendar, collection, { ...unfilteredFor(calendar.profile, collection), search: marker.text });
  if (due.length > 0) await settleAll(registry, await discardAll(calendar, due, marker.text));
}

/** What the clean-up of a run works with. */
export interface CleanUp {
  readonly calendar: CalendarCleaner;
  readonly registry: Registry;
  readonly marker: string;
}

/**
 * Looks for anything of ours that lists still show, and deletes it: what was left to the end of the run, and what
 * answers did not tell the truth about, be it that a create told no id or another one, be it that a record came back
 * after its DELETE. Gives what is there all the same.
 */
export async function discardFound(cleanUp: CleanUp): Promise<readonly OwnRecord[]> {
  const { calendar, registry, marker } = cleanUp;
  const { records, isHonest } = await find(cleanUp);
  await settleAll(registry, await discardAll(calendar, records, marker));
  const left = isHonest ? [] : await stillThere(records, cleanUp);
  if (left.length === 0)
    await Promise.all(registry.unknown.filter(isOver).map(({ exchange }) => registry.settled(exchange)));
  return left;
}

/**
 * Looks where something may be left, and in the list of each kind. Only where that shows a record whose DELETE was
 * granted, it looks in every status and language in which anything was made.
 */
async function find({ calendar, registry, marker }: CleanUp) {
  const isLeft = ({ collection, id }: OwnRecord): boolean =>
    registry.left.some((one) => one.collection === collection && one.id === id);
  const lookFor = async (claims: readonly CreateClaim[]): Promise<readonly OwnRecord[]> =>
    (await findClaimed(calendar, { marker, claims })).map(({ record }) => record);
  const records = await lookFor([...new Set([...registry.open, ...registry.claims.filter(isPlain)])]);
  if (records.every(isLeft)) return { records, isHonest: true };
  return { records: await lookFor(registry.claims), isHonest: false };
}

const isPlain = ({ status, language }: CreateClaim): boolean => status === undefined && language === undefined;

/** Where one DELETE did not keep its word, none is believed. */
async function stillThere(records: readonly OwnRecord[], { calendar, marker }: CleanUp): Promise<readonly OwnRecord[]> {
  const fates = await Promise.all(records.map((record) => readFate(calendar, record, marker)));
  return records.filter((_, index) => fates[index] !== 'gone' && fates[index] !== 'trashed');
}

/** What got no answer in time may still be carried out: its intent stays in the journal, for a sweep. */
const isOver = ({ exchange }: Create): boolean => exchange.outcome.kind !== 'stalled';

/** By what a record in the trash of a target is recognised. */
interface TrashOptions {
  /** The text that every record of the run carries. */
  readonly marker: string;
  /** Whether a record was seen to be gone: then there is no trash for its kind. */
  readonly hasVanished?: (record: OwnRecord) => boolean;
}

/**
 * Tells which deleted records are in the target's trash, as far as it shows that. One look for each kind of record that
 * has a status tells whether there is a trash at all; only then each is looked at.
 */
export async function findTrashed(
  calendar: CalendarReader,
  deleted: readonly OwnRecord[],
  { marker, hasVanished = () => false }: TrashOptions,
): Promise<readonly OwnRecord[]> {
  const isTrashed = async (record: OwnRecord): Promise<boolean> =>
    (await readFate(calendar, record, marker)) === 'trashed';
  const found = collections.map(async (collection) => {
    const records = deleted.filter((record) => record.collection === collection);
    const [first] = records;
    if (!first || !resourceOf(collection).fields.status || records.some(hasVanished)) return [];
    if (!(await isTrashed(first))) return [];
    const looks = await Promise.all(records.map(isTrashed));
    return records.filter((_, index) => looks[index]);
  });
  return (await Promise.all(found)).flat();
}
