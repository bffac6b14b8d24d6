import type { Collection } from '../../contract/resources.js';
import type { Exchange, Outcome } from '../../wire/exchange.js';
import { jsonOf, textOf } from '../../wire/message-body.js';
import { isDenied, isGranted, NO_RECORD, NO_VISIBLE_RECORD, NOT_FOUND, statusOf } from '../../wire/status.js';
import type { CalendarReader } from '../reading/browse.js';
import { type Address, byId, type ItemOptions, pathOf } from '../reading/paths.js';
import { isInTrash } from '../reading/record-status.js';
import { NotOurs } from './guard.js';
import { holdsToken } from './marker.js';
import type { OwnRecord, Registry } from './registry.js';

/** The part of a calendar that cleans up. */
export interface CalendarCleaner extends CalendarReader {
  remove(collection: Collection, address: Address, options?: ItemOptions): Promise<Exchange>;
}

/** The result of deleting a record. */
export type Fate =
  | 'deleted'
  /** Gone before: deleted by the run itself, or by others. */
  | 'gone'
  /** In the target's trash. */
  | 'trashed'
  /** Without the run's marker: not touched. */
  | 'foreign'
  /** Ours, but not deleted. */
  | 'left';

/**
 * The password that updates of ours give to an event: where one protects it, clean-up gives it again. It is a number,
 * too, as some services compare texts that are numbers as such.
 */
export const OWN_PASSWORD = '700000e5';

/** Deletes one record if it is shown to be ours. */
export async function discard(calendar: CalendarCleaner, record: OwnRecord, marker: string): Promise<Fate> {
  const seen = record.proven === true ? 'ours' : await readFate(calendar, record, marker);
  if (seen !== 'ours') return seen;
  const removed = await remove(calendar, record);
  if (isSettled(removed)) return removed;
  // Some services answer 400 for a missing record: only a read shows it.
  const after = await readFate(calendar, record, marker);
  if (after === 'gone' || after === 'trashed') return after;
  if (removed !== 'reset') return 'left';
  // A DELETE may be sent again where its connection was closed (RFC 9110 section 9.2.2).
  const again = await remove(calendar, record);
  return isSettled(again) ? again : 'left';
}

type Removal = 'deleted' | 'gone' | 'foreign' | 'refused' | 'reset';

const isSettled = (removal: Removal): removal is Exclude<Removal, 'refused' | 'reset'> =>
  removal !== 'refused' && removal !== 'reset';

async function remove(calendar: CalendarCleaner, record: OwnRecord): Promise<Removal> {
  try {
    const answer = await askWithPassword(record, (options) =>
      calendar.remove(record.collection, byId(record), options),
    );
    if (NOT_FOUND.includes(statusOf(answer))) return 'gone';
    if (answer.outcome.kind === 'reset') return 'reset';
    return isGranted(answer) && isLegible(answer.outcome) ? 'deleted' : 'refused';
  } catch (error) {
    if (!(error instanceof NotOurs)) throw error;
    return error.isForeign ? 'foreign' : 'refused';
  }
}

/** The answer to a request for a record; an event that is denied is asked for once more with the password of ours. */
async function askWithPassword(
  { collection }: OwnRecord,
  ask: (options: ItemOptions) => Promise<Exchange>,
): Promise<Exchange> {
  const plain = await ask({});
  return collection === 'events' && isDenied(plain) ? ask({ password: OWN_PASSWORD }) : plain;
}

/** Reads a record to see whether it exists and carries the marker. */
export async function readFate(
  calendar: CalendarReader,
  record: OwnRecord,
  marker: string,
): Promise<'ours' | Exclude<Fate, 'deleted'>> {
  const exchange = await askWithPassword(record, (options) => calendar.read(record.collection, byId(record), options));
  if (exchange.outcome.kind !== 'response') return 'left';
  const { response } = exchange.outcome;
  const gone = record.mayBeGone === true ? NO_VISIBLE_RECORD : NO_RECORD;
  if (gone.includes(response.status)) return 'gone';
  if (isTrashed(calendar, record, exchange)) return 'trashed';
  if (!isGranted(response)) return 'left';
  return holdsToken(textOf(response), marker) ? 'ours' : 'foreign';
}

/** If DELETE moves records to a trash, some identities can still read them there. */
function isTrashed({ lens }: CalendarReader, { collection }: OwnRecord, exchange: Exchange): boolean {
  const json = lens.recordIfAny(collection, exchange)?.json;
  return json !== undefined && isInTrash(json);
}

/** A success with a body that cannot be read may come from something before the service: only a read decides. */
const isLegible = (outcome: Outcome): boolean =>
  outcome.kind === 'response' && (outcome.response.body.length === 0 || jsonOf(outcome) !== undefined);

/** A record and its fate. */
export interface Discarded {
  readonly record: OwnRecord;
  readonly fate: Fate;
}

/**
 * Deletes records concurrently, each after those that refer to it: events first, then the rest. Categories go one by
 * one, the newest first, so that children precede their parents.
 */
export async function discardAll(
  calendar: CalendarCleaner,
  records: readonly OwnRecord[],
  marker: string,
  onDiscarded: (one: Discarded) => void = () => {},
): Promise<readonly Discarded[]> {
  // Where a create finds what another one made, both name the same record.
  const unique = [...new Map(records.map((record) => [pathOf(record), record])).values()];
  const of = (...collections: readonly string[]): readonly OwnRecord[] =>
    unique.filter(({ collection }) => collections.includes(collection));
  const drop = async (record: OwnRecord): Promise<Discarded> => {
    const discarded = { record, fate: await discard(calendar, record, marker) };
    onDiscarded(discarded);
    return discarded;
  };
  const events = await Promise.all(of('events').map(drop));
  const others = await Promise.all([
    inTurn(of('categories').toReversed(), drop),
    ...of('venues', 'organizers', 'tags').map(async (record) => [await drop(record)]),
  ]);
  return [...events, ...others.flat()];
}

async function inTurn(
  records: readonly OwnRecord[],
  drop: (record: OwnRecord) => Promise<Discarded>,
): Promise<readonly Discarded[]> {
  const discarded: Discarded[] = [];
  for (const record of records) discarded.push(await drop(record));
  return discarded;
}

/** Registers the fates of records; returns those that could not be deleted. */
export async function settleAll(registry: Registry, discarded: readonly Discarded[]): Promise<readonly OwnRecord[]> {
  for (const { record, fate } of discarded) {
    if (fate === 'deleted' || fate === 'gone' || fate === 'trashed') await registry.gone(record);
    if (fate === 'foreign') registry.disowned(record);
  }
  return discarded.filter(({ fate }) => fate === 'left').map(({ record }) => record);
}
