import { openCalendar } from '../../adapter/open-calendar.js';
import { openOwnCalendar } from '../../adapter/open-context.js';
import { toCreateClaim } from '../../adapter/ownership/write-claim.js';
import { pathWithin } from '../../adapter/reading/paths.js';
import { createReader, type Reader } from '../../migration/capture/snapshot-reader.js';
import { performWrites } from '../../migration/writes/perform-writes.js';
import type { WriteAnswer } from '../../migration/writes/write-answer.js';
import { DEFAULT_IDENTITY, toFixedCredential } from '../../wire/client/authentication.js';
import { createClient } from '../../wire/client/client.js';
import { createMemoryJournal, type Journal } from '../../wire/journal/journal.js';
import { createRedaction, type Redaction } from '../../wire/redaction.js';
import { createRemoteTransport } from '../../wire/transports/remote.js';
import { findCalendar } from '../connection/find-calendar.js';
import { openConnection, toConnectionOptions } from '../connection/open-connection.js';
import { fetchCredentials } from '../input/credentials.js';
import { openIdentities } from '../identities/open-identities.js';
import type { Environment } from '../input/environment.js';
import type { Address } from '../input/service-address.js';
import type { ReadFlags } from '../options/command-flags.js';
import { toCredentialOptions } from '../options/connection-flags.js';
import { mostHarm } from '../run/budget.js';

/** A target that is read from, and learned. */
export interface Source {
  readonly address: Address;
  readonly reader: Reader;
  readonly redaction: Redaction;
  readonly sent: () => number;
  /** Performs the script of writes and deletes what it made; without it, nothing but GET is sent. */
  readonly performWrites?: () => Promise<readonly WriteAnswer[]>;
  close(): Promise<void>;
}

/** What writes to a source need: a journal, and a random number in [0, 1) for the marker of their records. */
export interface WriteAccess {
  readonly journal: Journal;
  readonly random: number;
}

/** Finds the calendar at an address and learns how it shows its records. Writes nothing. */
export async function openSource(
  address: Address,
  flags: ReadFlags,
  environment: Environment,
  access?: WriteAccess,
): Promise<Source> {
  const { origin, root, namespace } = address;
  const { headers, shared, secrets } = await fetchCredentials(toCredentialOptions(flags), environment);
  const { connection, ...hidden } = await openConnection(toConnectionOptions(flags), origin, environment);
  const redaction = createRedaction([...secrets, ...hidden.secrets]);
  await findCalendar(address, { ...connection, headers, redact: redaction.text });
  const { clock, signal } = environment;
  const { concurrency, rate, maxRequests, languageParameter, as = [] } = flags;
  const given = as.filter((one) => one.source !== undefined);
  const others = await openIdentities(given, { environment, connection, redaction });
  const identities = new Map([...others, [DEFAULT_IDENTITY, toFixedCredential(headers)]]);
  const transport = createRemoteTransport({ ...connection, origin, connections: concurrency });
  const pace = { ...(rate !== undefined && { rate }), ...(maxRequests !== undefined && { maxRequests }) };
  const isWithin = (target: string): boolean => pathWithin(address, target) !== undefined;
  const client = createClient({
    transport,
    headers: shared,
    identities,
    clock,
    signal,
    concurrency,
    mode: 'readonly',
    isWithin,
    ...(access && { ...sandbox, journal: access.journal }),
    ...pace,
  });
  try {
    const options = {
      site: { root, namespace, languageParameter },
      ...readonly,
      now: new Date(clock.now()),
      send: client.send,
      sent: () => client.sent,
      journal: createMemoryJournal(),
    };
    const { profile } = await openCalendar(options);
    const reader = createReader({
      profile,
      origin,
      identities: toNames(as),
      send: (request, name = DEFAULT_IDENTITY) => client.send(request, { phase: 'probe', as: name }),
    });
    const opened = { address, reader, redaction, sent: () => client.sent, close: () => client.close() };
    if (!access) return opened;
    const toOptions = () => ({ ...options, ...access, mode: 'sandbox' as const, now: new Date(clock.now()) });
    return { ...opened, performWrites: () => performOwn(toOptions(), reader) };
  } catch (error) {
    await client.close();
    throw error;
  }
}

/** The names of those that a target is read as, in order. */
export const toNames = (as: NonNullable<ReadFlags['as']>): readonly string[] =>
  [...new Set(as.map(({ name }) => name))].sort();

/** Performs the script of writes; what it made is deleted whatever happens. */
async function performOwn(
  options: Parameters<typeof openOwnCalendar>[0],
  { profile, origin }: Reader,
): Promise<readonly WriteAnswer[]> {
  const own = openOwnCalendar(options, profile);
  try {
    return await performWrites({ ...own, origin });
  } finally {
    await own.close();
  }
}

/** Few records are written, so that the least budget is more than enough. */
const sandbox = {
  mode: 'sandbox',
  harm: mostHarm.quick,
  creates: (claim: unknown): boolean => toCreateClaim(claim) !== undefined,
} as const;

/** Judges nothing, so it learns only how records are shown. */
const readonly = {
  mode: 'readonly',
  seed: 1,
  random: 0.5,
  near: false,
  executionQuota: Number.POSITIVE_INFINITY,
  needs: new Set<string>(),
} as const;
