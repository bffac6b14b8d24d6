import type { CreateClaim } from './claim.js';
import { discardAll, settleAll } from './discard-all.js';
import { type CalendarCleaner, readFate } from './discard.js';
import { findClaimed } from './reclaim.js';
import type { Create, OwnRecord, Registry } from './registry.js';

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
