import { unlink } from 'node:fs/promises';
import type { Interceptor } from '../exchange.js';
import { type AppendLog, createAppendLog } from './append-log.js';
import type { Intent, JournalLine, JournalMeta } from './journal-reader.js';

/**
 * A write-ahead log of a run, so that a crash leaves nothing behind that cannot be found. An intent is settled by
 * `gone`: its request created nothing, or what it created was deleted.
 */
export interface Journal {
  /** Resolves when the intent survives a crash; only then may the request be sent. */
  intend(intent: Intent): Promise<void>;
  /** Adds what is known of the record that an intent created; one that was gone before is there after all. */
  made(n: number, record: unknown): Promise<void>;
  gone(n: number): Promise<void>;
  /** Deletes the file when every intent is settled; otherwise keeps it and returns its path. */
  close(): Promise<string | undefined>;
}

/** Begins a journal in a new file (NDJSON, readable by its owner only). It holds no headers, and so no credentials. */
export async function openJournal(path: string, meta: JournalMeta): Promise<Journal> {
  const log = await createAppendLog(path);
  const journal = toJournal(log, path);
  await log.append(toText({ ...meta, type: 'run', version: 1 }), 'durable');
  return journal;
}

function toJournal(log: AppendLog, path: string): Journal {
  const unsettled = new Set<number>();
  return {
    async intend(intent) {
      const { n, method, target, claim } = intent;
      unsettled.add(n);
      await log.append(toText({ type: 'intent', n, method, target, claim }), 'durable');
    },
    async made(n, record) {
      unsettled.add(n);
      await note(log, { type: 'made', n, record });
    },
    async gone(n) {
      unsettled.delete(n);
      await note(log, { type: 'gone', n });
    },
    async close() {
      await note(log, { type: 'closed' });
      await log.close();
      if (unsettled.size > 0) return path;
      await unlink(path);
      return undefined;
    },
  };
}

/** Appends what only saves work: without it a sweep searches again. So a full disk stops no clean-up. */
const note = (log: AppendLog, line: JournalLine): Promise<void> => log.append(toText(line), 'buffered').catch(() => {});

const toText = (line: JournalLine): string => JSON.stringify(line);

/** A journal that keeps nothing, for a target that ends with this process. */
export function createMemoryJournal(): Journal {
  return {
    intend: async () => {},
    made: async () => {},
    gone: async () => {},
    close: async () => undefined,
  };
}

/** The journal entry of one write; without a journal nothing is kept. */
interface ClaimOptions {
  readonly journal: Journal | undefined;
  /** The number of the exchange, under which the journal keeps the write. */
  readonly number: number;
  readonly claim: unknown;
}

/** Notes one request in the journal. */
interface Claiming {
  readonly intend: Interceptor;
  /** The number under which the journal keeps the request; none where it was not sent, or creates nothing. */
  intent(): { readonly intent?: number };
}

/** Writes a claim to the journal before its request is sent; a request without a claim creates nothing. */
export function createClaim({ journal, number, claim }: ClaimOptions): Claiming {
  let isNoted = false;
  return {
    async intend(request, next) {
      if (claim !== undefined && journal) {
        isNoted = true;
        await journal.intend({ n: number, method: request.method, target: request.target, claim });
      }
      return next(request);
    },
    intent: () => (isNoted ? { intent: number } : {}),
  };
}
