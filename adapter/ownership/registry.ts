import type { Collection } from '../../contract/resources.js';
import type { Exchange } from '../../wire/exchange.js';
import { pathOf } from '../reading/paths.js';
import type { CreateClaim } from './write-claim.js';

/** A record that was made during this run. */
export interface OwnRecord {
  readonly collection: Collection;
  readonly id: string;
  /** The answer that named it held its token too, so it is ours and not somebody else's. */
  readonly proven?: boolean;
  /** A DELETE of one of its kind was granted since: then a refusal to show it says that it is gone. */
  readonly mayBeGone?: boolean;
}

/** The part of a journal that follows what becomes of intended writes. */
export interface MadeJournal {
  made(intent: number, record: OwnRecord): Promise<void>;
  gone(intent: number): Promise<void>;
}

/** A create, as it was answered, and how to find what it made. */
export interface Create {
  readonly exchange: Exchange;
  readonly claim: CreateClaim;
}

/** Keeps, in the journal, what was made and what is gone again. */
export interface Registry {
  /** A create made this record; also told later of one whose answer named no record. */
  made(create: Create, record: OwnRecord): Promise<void>;
  gone(record: OwnRecord): Promise<void>;
  /** The record turned out to be somebody else's: what its creates made is not known after all. */
  disowned(record: OwnRecord): void;
  /** A write that makes nothing new is done with once it is answered. */
  settled(exchange: Exchange): Promise<void>;
  /** A create whose answer told no id: it may have made something all the same. */
  unsettled(create: Create): void;
  /** Whether an answer that held the token of its create named the record of this path below the namespace. */
  isMarkedOwn(path: string): boolean;
  /** What was made and is not gone yet, in the order of making. */
  readonly left: readonly OwnRecord[];
  /** What was made and is gone again. */
  readonly removed: readonly OwnRecord[];
  /** The creates whose effect is not known. */
  readonly unknown: readonly Create[];
  /** Puts off the clean-up of records of which it was not seen that they are ours. */
  putOff(records: readonly OwnRecord[]): void;
  /** Takes what was put off, of each kind of which so many wait that lists grow longer by them. */
  takeDue(): readonly OwnRecord[];
  /** The creates of what is left, and those whose effect is not known. */
  readonly open: readonly CreateClaim[];
  /** Every create that was answered. */
  readonly claims: readonly CreateClaim[];
}

interface Entry {
  readonly record: OwnRecord;
  /** More than one where a target answers two creates with the same id. */
  readonly creates: readonly Create[];
}

/** How many records of a kind may wait for the end of a run: a page of a list holds them beside those of the world. */
const MOST_WAITING = 16;

const keyOf = ({ collection, id }: OwnRecord): string => `${collection}/${id}`;

/** Opens the registry of a run. */
export function createRegistry(journal: MadeJournal): Registry {
  const left = new Map<string, Entry>();
  const unknown = new Map<string, Create>();
  const claims = new Map<string, CreateClaim>();
  const vouched = new Set<string>();
  const removed = new Map<string, OwnRecord>();
  let waiting: readonly OwnRecord[] = [];

  async function settled({ intent }: Exchange): Promise<void> {
    if (intent !== undefined) await journal.gone(intent);
  }
  /** Takes a record off the list; gives the creates that led to it. */
  function forget(record: OwnRecord): readonly Create[] {
    const creates = left.get(keyOf(record))?.creates ?? [];
    left.delete(keyOf(record));
    return creates;
  }
  function unsettled(create: Create): void {
    claims.set(create.claim.token, create.claim);
    unknown.set(create.claim.token, create);
  }

  return {
    async made(create, record) {
      const { collection, id } = record;
      claims.set(create.claim.token, create.claim);
      unknown.delete(create.claim.token);
      if (record.proven) vouched.add(pathOf(record));
      left.set(keyOf(record), { record, creates: [...(left.get(keyOf(record))?.creates ?? []), create] });
      const { intent } = create.exchange;
      if (intent !== undefined) await journal.made(intent, { collection, id });
    },
    async gone(record) {
      removed.set(keyOf(record), record);
      await Promise.all(forget(record).map(({ exchange }) => settled(exchange)));
    },
    disowned(record) {
      vouched.delete(pathOf(record));
      forget(record).forEach(unsettled);
    },
    settled,
    unsettled,
    isMarkedOwn: (path) => vouched.has(path),
    get left() {
      return [...left.values()].map(({ record }) => record);
    },
    get removed() {
      return [...removed.values()];
    },
    get unknown() {
      return [...unknown.values()];
    },
    putOff(records) {
      waiting = [...waiting, ...records];
    },
    takeDue() {
      const isDue = ({ collection }: OwnRecord): boolean =>
        waiting.filter((one) => one.collection === collection).length >= MOST_WAITING;
      const due = waiting.filter(isDue);
      waiting = waiting.filter((record) => !due.includes(record));
      return due;
    },
    get open() {
      const creates = [...[...left.values()].flatMap((entry) => entry.creates), ...unknown.values()];
      return creates.map(({ claim }) => claim);
    },
    get claims() {
      return [...claims.values()];
    },
  };
}
