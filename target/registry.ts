import type { Collection } from '../contract/field.js';
import type { Exchange } from '../harness/exchange.js';
import type { CreateClaim } from './claim.js';

/** A record that was made during this run. */
export interface OwnRecord {
  readonly collection: Collection;
  readonly id: string;
}

/** The part of a journal that follows what becomes of intended writes. */
export interface MadeJournal {
  made(intent: number, record: OwnRecord): Promise<void>;
  gone(intent: number): Promise<void>;
}

/** Keeps, in the journal, what was made and what is gone again. */
export interface Registry {
  made(exchange: Exchange, record: OwnRecord): Promise<void>;
  gone(record: OwnRecord): Promise<void>;
  /** A write that makes nothing new is done with once it is answered. */
  settled(exchange: Exchange): Promise<void>;
  /** A create whose answer told no id: it may have made something all the same. */
  unsettled(exchange: Exchange, claim: CreateClaim): void;
  /** What was made and is not gone yet. */
  readonly left: readonly OwnRecord[];
  /** The creates whose effect is not known. */
  readonly unknown: readonly Unsettled[];
}

export interface Unsettled {
  readonly exchange: Exchange;
  readonly claim: CreateClaim;
}

const keyOf = ({ collection, id }: OwnRecord): string => `${collection}/${id}`;

/** Opens the registry of a run. */
export function createRegistry(journal: MadeJournal): Registry {
  const left = new Map<string, { readonly record: OwnRecord; readonly intent: number | undefined }>();
  const unknown: Unsettled[] = [];
  return {
    async made({ intent }, record) {
      left.set(keyOf(record), { record, intent });
      if (intent !== undefined) await journal.made(intent, record);
    },
    async gone(record) {
      const intent = left.get(keyOf(record))?.intent;
      left.delete(keyOf(record));
      if (intent !== undefined) await journal.gone(intent);
    },
    async settled({ intent }) {
      if (intent !== undefined) await journal.gone(intent);
    },
    unsettled: (exchange, claim) => unknown.push({ exchange, claim }),
    unknown,
    get left() {
      return [...left.values()].map(({ record }) => record);
    },
  };
}
