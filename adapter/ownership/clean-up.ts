import type { Collection } from '../../contract/resources.js';
import { pathOf } from '../reading/paths.js';
import { type CalendarCleaner, discardAll, settleAll } from './discard.js';
import { findStrays } from './stray-records.js';
import { findSurvivors, findWhereabouts } from './last-seen.js';
import { holdsToken } from './marker.js';
import { findClaimed, type ListsRead, type Reclaimed } from './reclaim.js';
import type { Create, OwnRecord, Registry } from './registry.js';
import type { CreateClaim } from './write-claim.js';

/** What the clean-up of a run needs. */
export interface CleanUp {
  readonly calendar: CalendarCleaner;
  readonly registry: Registry;
  readonly marker: string;
  /** Whether a DELETE of the record was granted, and nothing brought it back. */
  readonly isDeleted: (record: OwnRecord) => boolean;
}

/**
 * Finds and deletes every record of ours that lists still show: those left to the end of the run, and those about which
 * responses were wrong, because a create returned no id or another one, or because a record came back after its DELETE.
 * Returns the records that remain.
 */
export async function discardFound(site: CleanUp): Promise<readonly OwnRecord[]> {
  const { calendar, registry, marker } = site;
  // No DELETE by an id of several records shows that all of them are gone.
  const isDeleted = (record: OwnRecord): boolean => site.isDeleted(record) && !registry.isShared(record);
  const cleanUp = { ...site, isDeleted };
  const { found, isHonest, hidden } = await find(cleanUp);
  const discarded = await discardAll(calendar, found.map(toRecord), marker);
  await settleAll(registry, discarded);
  // If one granted DELETE deleted nothing, or a list shows ids that name nothing, none is trusted.
  const isTrusted = isHonest && discarded.every(({ fate }) => fate !== 'gone');
  const doubted = isTrusted ? [] : await findDoubted(cleanUp, found);
  const strays = await discardStrays(cleanUp);
  const left = await findLeft(cleanUp, [...doubted, ...strays, ...(await retryLeft(cleanUp))]);
  if (left.length === 0) await settleUnknown(registry, hidden);
  else await reopenAstray(cleanUp, doubted, left);
  return left;
}

/** Without a record that is left, creates of unknown effect made none, unless no list of their collection could be read. */
async function settleUnknown(registry: Registry, hidden: ReadonlySet<Collection>): Promise<void> {
  const settled = registry.unknown.filter((create) => isOver(create) && !hidden.has(create.claim.collection));
  await Promise.all(settled.map(({ exchange }) => registry.settled(exchange)));
}

/**
 * Searches where records may be left, and the list of each collection. Only if that shows a record after its granted
 * DELETE, it searches every status and language in which records were made.
 */
async function find({ calendar, registry, marker }: CleanUp) {
  const isLeft = ({ collection, id }: OwnRecord): boolean =>
    registry.left.some((one) => one.collection === collection && one.id === id);
  const lists: ListsRead = new Map();
  const findBy = (claims: readonly CreateClaim[]) => findClaimed(calendar, { marker, claims, lists });
  const found = await findBy([...new Set([...registry.open, ...registry.claims.filter(isPlain)])]);
  const isHonest = found.map(toRecord).every((record) => isLeft(record) && !registry.isShared(record));
  const all = isHonest ? found : await findBy(registry.claims);
  return { found: all, isHonest, hidden: await findHidden(lists) };
}

/** The collections of which no list could be read: what creates made there may still be there. */
async function findHidden(lists: ListsRead): Promise<ReadonlySet<Collection>> {
  const read = await Promise.all(
    [...lists.values()].map(async ({ collection, shown }) => ({ collection, shown: await shown })),
  );
  const seen = new Set(read.filter(({ shown }) => shown !== undefined).map(({ collection }) => collection));
  return new Set(read.map(({ collection }) => collection).filter((collection) => !seen.has(collection)));
}

const toRecord = ({ record }: Reclaimed): OwnRecord => record;

/** Where an id names nothing, a sweep searches for all records of the collection that no granted DELETE was about. */
async function reopenAstray(
  { registry, isDeleted }: CleanUp,
  doubted: readonly OwnRecord[],
  left: readonly OwnRecord[],
): Promise<void> {
  const paths = left.map(pathOf);
  const astray = new Set(doubted.filter((one) => paths.includes(pathOf(one))).map(({ collection }) => collection));
  await registry.reopen((record) => astray.has(record.collection) && !isDeleted(record));
}

/** The records that may be there after their DELETE: of those that plain lists showed, the ones that these still show. */
async function findDoubted(
  { calendar, marker, isDeleted }: CleanUp,
  found: readonly Reclaimed[],
): Promise<readonly OwnRecord[]> {
  const plain = found.filter(({ claim }) => isPlain(claim));
  const others = found.filter(({ claim }) => !isPlain(claim));
  const listed = await findSurvivors(calendar, plain.map(toRecord), { marker, isDeleted });
  return [...listed, ...others.map(toRecord)];
}

const isPlain = ({ status, language }: CreateClaim): boolean => status === undefined && language === undefined;

/** Deletes what bodies of ours made besides; returns what could not be deleted. */
async function discardStrays({ calendar, registry, marker }: CleanUp): Promise<readonly OwnRecord[]> {
  const known = [...registry.left, ...registry.removed].map(pathOf);
  const strays = await findStrays(calendar, registry.suspected, {
    marker,
    isOurs: (text) => holdsToken(text, marker),
  });
  const records = strays.filter((record) => !known.includes(pathOf(record)));
  return settleAll(registry, await discardAll(calendar, records, marker));
}

/**
 * Retries the records that closing their scope did not delete, or that no list shows; and once more, as a connection may
 * have been closed on two attempts.
 */
async function retryLeft(cleanUp: CleanUp): Promise<readonly OwnRecord[]> {
  const refused = await discardLeft(cleanUp);
  return refused.length === 0 ? refused : discardLeft(cleanUp);
}

const discardLeft = async ({ calendar, registry, marker }: CleanUp): Promise<readonly OwnRecord[]> =>
  settleAll(registry, await discardAll(calendar, registry.left, marker));

/** The records that are still there, by what is seen of them now; the others are registered as gone. */
async function findLeft(
  { calendar, registry, marker, isDeleted }: CleanUp,
  doubted: readonly OwnRecord[],
): Promise<readonly OwnRecord[]> {
  const unique = new Map(doubted.map((record) => [pathOf(record), record]));
  const seen = await findWhereabouts(calendar, [...unique.values()], { marker, isDeleted });
  for (const { record, whereabouts } of seen) if (whereabouts !== 'there') await registry.gone(record);
  return seen.filter(({ whereabouts }) => whereabouts === 'there').map(({ record }) => record);
}

/** A create without a response in time may still be carried out: its intent stays in the journal, for a sweep. */
const isOver = ({ exchange }: Create): boolean => exchange.outcome.kind !== 'stalled';
