import { rmdir, unlink } from 'node:fs/promises';
import { basename, dirname, resolve } from 'node:path';
import type { Discarded } from '../../adapter/ownership/discard.js';
import { type RunMeta, sweep as sweepTarget, type Swept, toRunMeta } from '../../adapter/journal-sweep.js';
import { pathWithin } from '../../adapter/reading/paths.js';
import type { ExitCode } from '../../reports/conclusion.js';
import { createClient } from '../../wire/client/client.js';
import { type JournalContent, parseJournal, UnreadableJournal } from '../../wire/journal/journal-reader.js';
import { toPrintableLine } from '../../wire/printable.js';
import { createRedaction } from '../../wire/redaction.js';
import { createRemoteTransport } from '../../wire/transports/remote.js';
import { plural, someOf } from '../../wire/wording.js';
import { findCalendar } from '../connection/find-calendar.js';
import { openConnection, toConnectionOptions } from '../connection/open-connection.js';
import { wrongUse } from '../input/command-error.js';
import { fetchCredentials } from '../input/credentials.js';
import { type Environment, writeLines } from '../input/environment.js';
import { readTextFile } from '../input/json-file.js';
import { toAddress } from '../input/service-address.js';
import { type ConnectionFlags, toCredentialOptions } from '../options/connection-flags.js';
import { createProgressLine } from '../output/progress-line.js';
import { JOURNAL_FOLDER } from '../run/run-journal.js';

/** Finishes the clean-up of an interrupted run; deletes the journal when nothing is left. */
export async function sweep(journal: string, flags: ConnectionFlags, environment: Environment): Promise<ExitCode> {
  const { meta, content } = await read(journal, environment);
  const swept = await run({ meta, content }, flags, environment);
  writeLines(environment.stdout, toLines(swept, meta));
  if (swept.left.length > 0) return 3;
  await discard(resolve(environment.folder, journal));
  return 0;
}

/** Deletes our own folder with its last journal, and the one within it that a board has for each target. */
async function discard(path: string): Promise<void> {
  await unlink(path);
  const folders = [dirname(path), dirname(dirname(path))];
  const last = folders.findIndex((folder) => basename(folder) === JOURNAL_FOLDER);
  for (const folder of folders.slice(0, last + 1)) await rmdir(folder).catch(() => {});
}

interface Journalled {
  readonly meta: RunMeta;
  readonly content: JournalContent;
}

async function read(path: string, environment: Environment): Promise<Journalled> {
  const content = toContent(await readTextFile(path, environment), path);
  const meta = toRunMeta(content.meta);
  if (meta) return { meta, content };
  throw wrongUse(`${path} does not name a target; give the journal that a run printed.`);
}

function toContent(text: string, path: string): JournalContent {
  try {
    return parseJournal(text, path);
  } catch (error) {
    throw error instanceof UnreadableJournal ? wrongUse(error.message) : error;
  }
}

const CONNECTIONS = 4;

async function run(journalled: Journalled, flags: ConnectionFlags, environment: Environment): Promise<Swept> {
  const { origin, root, namespace } = journalled.meta;
  const { headers, secrets } = await fetchCredentials(toCredentialOptions(flags), environment);
  const { connection, ...hidden } = await openConnection(toConnectionOptions(flags), origin, environment);
  const redact = createRedaction([...secrets, ...hidden.secrets]).text;
  await findCalendar(toAddress(`${origin}${root}`, namespace), { ...connection, headers, redact });
  const transport = createRemoteTransport({ ...connection, origin, connections: CONNECTIONS });
  const { clock } = environment;
  const isWithin = (target: string): boolean => pathWithin({ root, namespace }, target) !== undefined;
  const client = createClient({ transport, headers, clock, mode: 'sandbox', concurrency: CONNECTIONS, isWithin });
  const { clear, onDiscarded } = followSweep(journalled.content, environment);
  try {
    return await sweepTarget({ ...journalled, send: client.send, onDiscarded });
  } finally {
    clear();
    await client.close();
  }
}

/** Shows how many records were tried of those that the journal leaves open. */
function followSweep({ intents }: JournalContent, environment: Environment) {
  const { show, clear } = createProgressLine(environment, false);
  const open = intents.filter(({ gone }) => !gone).length;
  let done = 0;
  let left = 0;
  const onDiscarded = ({ fate }: Discarded): void => {
    done += 1;
    if (fate === 'left') left += 1;
    const expected = Math.max(done, open);
    const running = Math.min(CONNECTIONS, expected - done);
    show({ done, expected, unit: 'record', also: [`${left} left behind`, `${running} running`] });
  };
  return { clear, onDiscarded };
}

const MOST = 20;

function toLines({ deleted, gone, trashed, foreign, left }: Swept, { origin, root }: RunMeta): readonly string[] {
  const all = [
    [deleted, 'deleted'],
    [gone, 'already gone'],
    [trashed, "in the target's trash"],
    [foreign, 'not touched: the marker of the run is missing'],
    [left, 'left behind: the target did not delete them'],
  ] as const;
  const lines = all
    .filter(([records]) => records.length > 0)
    .map(([records, fate]) => `${plural(records.length, 'record')} ${fate}: ${someOf(records, MOST)}`);
  return [toPrintableLine(`Swept ${origin}${root}`), ...(lines.length > 0 ? lines : ['Nothing to clean up.'])];
}
