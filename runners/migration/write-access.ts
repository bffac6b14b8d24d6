import { createMarker } from '../../adapter/ownership/marker.js';
import type { Mode } from '../../wire/client/client.js';
import { wrongUse } from '../input/command-error.js';
import type { Environment } from '../input/environment.js';
import type { Address } from '../input/service-address.js';
import { openRunJournal, type RunJournal } from '../run/run-journal.js';
import type { WriteAccess } from './snapshot-source.js';

/** What a snapshot may write, as its flags say. */
export interface WriteFlags {
  readonly writes?: boolean;
  readonly mode?: Mode;
  readonly journal?: string;
  readonly languageParameter: string;
}

/** Access to a target with the journal of what is written to it. */
interface JournalledAccess extends WriteAccess {
  close: RunJournal['close'];
}

/** Opens the journal of a snapshot with --writes; undefined without it. Throws a wrong use in readonly mode. */
export async function openWriteAccess(
  address: Address,
  flags: WriteFlags,
  environment: Environment,
): Promise<JournalledAccess | undefined> {
  if (!flags.writes) return undefined;
  const mode = flags.mode ?? (address.isLoopback ? 'sandbox' : 'readonly');
  if (mode === 'readonly') throw wrongUse(READONLY);
  const { journal: journalFolder, languageParameter } = flags;
  const random = environment.randomSeed() / 2 ** 31;
  const { text: marker } = createMarker(random);
  const options = { mode, address, journalFolder, languageParameter };
  const { journal, close } = await openRunJournal({ options, address, marker }, environment);
  return { journal, random, close };
}

const READONLY =
  '--writes creates, updates and deletes records of its own, and readonly mode sends no writes: add --mode sandbox for a service that may be written to, or leave out --writes.';
