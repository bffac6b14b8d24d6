import type { Collection } from '../contract/field.js';
import type { Exchange } from '../harness/exchange.js';
import type { CreateClaim } from './claim.js';

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
  /** What was made and is not gone yet, in the order of making. */
  readonly left: readonly OwnRecord[];
  /** The creates whose effect is not known. */
  readonly unknown: readonly Create[];
  /** Every create that was answered. */
  readonly claims: readonly CreateClaim[];
}

interface Entry {
  readonly record: OwnRecord;
  /** More than one where a target answers two creates with the same id. */
  readonly creates: readonly Create[];
}

const keyOf = ({ collection, id }: OwnRecord): string => `${collection}/${id}`;

/** Opens the registry of a run. */
export function createRegistry(journal: MadeJournal): Registry {
  const left = new Map<string, Entry>();
  const unknown = new Map<string, Create>();
  const claims = new Map<string, CreateClaim>();

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
      left.set(keyOf(record), { record, creates: [...(left.get(keyOf(record))?.creates ?? []), create] });
      const { intent } = create.exchange;
      if (intent !== undefined) await journal.made(intent, { collection, id });
    },
    async gone(record) {
      await Promise.all(forget(record).map(({ exchange }) => settled(exchange)));
    },
    disowned: (record) => forget(record).forEach(unsettled),
    settled,
    unsettled,
    get left() {
      return [...left.values()].map(({ record }) => record);
    },
    get unknown() {
      return [...unknown.values()];
    },
    get claims() {
      return [...claims.values()];
    },
  };
}
