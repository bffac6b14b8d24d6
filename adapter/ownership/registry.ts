import type { Collection } from '../../contract/resources.js';
import type { Exchange } from '../../wire/exchange.js';
import { pathOf } from '../reading/paths.js';
import type { CreateClaim } from './write-claim.js';

/** A record that was made during this run. */
export interface OwnRecord {
  readonly collection: Collection;
  readonly id: string;
  /** The response with its id also contained its token, so it is ours. */
  readonly proven?: boolean;
  /** A DELETE in its collection was granted since: a refused read then means that it is gone. */
  readonly mayBeGone?: boolean;
}

/** The part of a journal that records the results of intended writes. */
export interface MadeJournal {
  made(intent: number, record: OwnRecord): Promise<void>;
  gone(intent: number): Promise<void>;
}

/** An answered create, and how to find its record. */
export interface Create {
  readonly exchange: Exchange;
  readonly claim: CreateClaim;
}

/** Keeps the records of the run, and mirrors in the journal what was made and what is gone. */
export interface Registry {
  /** A create made this record; called later for a create that returned no id. */
  made(create: Create, record: OwnRecord): Promise<void>;
  /** Creates that returned such records made others, still to be found: the journal keeps them. */
  reopen(isAstray: (record: OwnRecord) => boolean): Promise<void>;
  /** Whether several creates returned the id of a record. */
  isShared(record: OwnRecord): boolean;
  gone(record: OwnRecord): Promise<void>;
  /** The record turned out to belong to others, so it is not known after all what its creates made. */
  disowned(record: OwnRecord): void;
  /** A write that creates nothing is settled once it is answered. */
  settled(exchange: Exchange): Promise<void>;
  /** A create that returned no id; it may have made a record all the same. */
  unsettled(create: Create): void;
  /** Whether a create returned the id of this path, below the namespace, together with its token. */
  isMarkedOwn(path: string): boolean;
  /** The records that still exist, in order of creation. */
  readonly left: readonly OwnRecord[];
  /** The records that are gone again. */
  readonly removed: readonly OwnRecord[];
  /** The creates with an unknown effect. */
  readonly unknown: readonly Create[];
  /** Postpones the clean-up of records that were not verified to be ours. */
  putOff(records: readonly OwnRecord[]): void;
  /** Takes the postponed records of each collection with so many that its lists grow longer. */
  takeDue(): readonly OwnRecord[];
  /** A write was granted that may have made records of this collection besides. */
  mayHaveMade(collection: Collection): void;
  readonly suspected: ReadonlySet<Collection>;
  /** The creates of the records that still exist, and those with an unknown effect. */
  readonly open: readonly CreateClaim[];
  /** Every create that was answered. */
  readonly claims: readonly CreateClaim[];
}

interface Entry {
  readonly record: OwnRecord;
  /** More than one if a target returns the same id for two creates. */
  readonly creates: readonly Create[];
}

/** A create, and the record that it returned, if any. */
interface Returned {
  readonly create: Create;
  readonly record?: OwnRecord;
}

/** How many records of a collection may wait for the end of a run: with the world's they fit on one page. */
const MOST_WAITING = 16;

const keyOf = ({ collection, id }: OwnRecord): string => `${collection}/${id}`;

/** Opens the registry of a run. */
export function createRegistry(journal: MadeJournal): Registry {
  const left = new Map<string, Entry>();
  const unknown = new Map<string, Create>();
  const creates = new Map<string, Returned>();
  const marked = new Set<string>();
  const removed = new Map<string, OwnRecord>();
  const suspected = new Set<Collection>();
  let waiting: readonly OwnRecord[] = [];

  async function settled({ intent }: Exchange): Promise<void> {
    if (intent !== undefined) await journal.gone(intent);
  }
  /** Removes a record; returns its creates. */
  function forget(record: OwnRecord): readonly Create[] {
    const creates = left.get(keyOf(record))?.creates ?? [];
    left.delete(keyOf(record));
    return creates;
  }
  function unsettled(create: Create): void {
    creates.set(create.claim.token, { create });
    unknown.set(create.claim.token, create);
  }

  async function made(create: Create, record: OwnRecord): Promise<void> {
    const { collection, id } = record;
    creates.set(create.claim.token, { create, record });
    unknown.delete(create.claim.token);
    removed.delete(keyOf(record));
    if (record.proven) marked.add(pathOf(record));
    left.set(keyOf(record), { record, creates: [...(left.get(keyOf(record))?.creates ?? []), create] });
    const { intent } = create.exchange;
    if (intent !== undefined) await journal.made(intent, { collection, id });
  }

  return {
    made,
    async reopen(isAstray) {
      for (const { create, record } of creates.values()) if (record && isAstray(record)) await made(create, record);
    },
    isShared: (record) =>
      [...creates.values()].filter((one) => one.record && keyOf(one.record) === keyOf(record)).length > 1,
    async gone(record) {
      removed.set(keyOf(record), record);
      await Promise.all(forget(record).map(({ exchange }) => settled(exchange)));
    },
    disowned(record) {
      marked.delete(pathOf(record));
      forget(record).forEach(unsettled);
    },
    settled,
    unsettled,
    isMarkedOwn: (path) => marked.has(path),
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
    mayHaveMade: (collection) => suspected.add(collection),
    suspected,
    get open() {
      const open = [...[...left.values()].flatMap((entry) => entry.creates), ...unknown.values()];
      return open.map(({ claim }) => claim);
    },
    get claims() {
      return [...creates.values()].map(({ create }) => create.claim);
    },
  };
}
