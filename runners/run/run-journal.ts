import { mkdir, rmdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { JournalMeta } from '../../wire/journal/journal-reader.js';
import { createMemoryJournal, type Journal, openJournal } from '../../wire/journal/journal.js';
import { wrongUse } from '../input/command-error.js';
import type { Environment } from '../input/environment.js';
import { toReason } from '../input/json-file.js';
import type { Address } from '../input/service-address.js';
import type { RunOptions } from './run-options.js';

/** Where journals are kept unless another folder is named. */
export const JOURNAL_FOLDER = '.calproof';

/** The journal of a run, and where it is kept. */
export interface RunJournal {
  readonly journal: Journal;
  /** Gives the path when something in it still waits for a sweep. May be called again. */
  close(): Promise<string | undefined>;
}

/** What the head of a journal says of its run, so that a sweep can finish its clean-up. */
interface JournalOptions {
  readonly options: Pick<RunOptions, 'mode' | 'address' | 'journalFolder' | 'languageParameter'>;
  readonly address: Address;
  /** The text that every record of the run carries. */
  readonly marker: string;
}

/** Opens the journal of a run. Throws a wrong use when its folder cannot be written to. */
export async function openRunJournal(journalOptions: JournalOptions, environment: Environment): Promise<RunJournal> {
  const { options, marker } = journalOptions;
  if (options.mode === 'readonly' || options.address === undefined) return createNoJournal();
  const folder = resolve(environment.folder, options.journalFolder ?? JOURNAL_FOLDER);
  const started = new Date(environment.clock.now()).toISOString();
  const path = join(folder, `${started.replaceAll(/[:.]/g, '-')}-${marker}.ndjson`);
  const journal = await create(folder, path, toMeta({ ...journalOptions, started }));
  environment.announceJournal(path);
  let closing: Promise<string | undefined> | undefined;
  return {
    journal,
    close() {
      closing ??= close(journal, environment, options.journalFolder === undefined ? folder : undefined);
      return closing;
    },
  };
}

/** Our own folder goes when no other run has a journal in it; one that was named stays. */
async function close(journal: Journal, environment: Environment, ours?: string): Promise<string | undefined> {
  const kept = await journal.close();
  if (kept !== undefined) return kept;
  environment.announceJournal(undefined);
  if (ours !== undefined) await rmdir(ours).catch(() => {});
  return undefined;
}

/** What a sweep needs to know of this run. */
const toMeta = ({ options, address, marker, started }: JournalOptions & { readonly started: string }): JournalMeta => ({
  origin: address.origin,
  root: address.root,
  namespace: address.namespace,
  languageParameter: options.languageParameter,
  marker,
  started,
});

/** Nothing needs to be kept where nothing is written, or where the target ends with this process. */
const createNoJournal = (): RunJournal => {
  const journal = createMemoryJournal();
  return { journal, close: () => journal.close() };
};

async function create(folder: string, path: string, meta: JournalMeta): Promise<Journal> {
  try {
    await mkdir(folder, { recursive: true });
    return await openJournal(path, meta);
  } catch (error) {
    throw wrongUse(
      `The journal cannot be written to ${folder}: ${toReason(error)}; name another folder with --journal.`,
    );
  }
}
