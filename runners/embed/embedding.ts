import { randomInt } from 'node:crypto';
import { createMarker } from '../../adapter/ownership/marker.js';
import type { CalendarRequirement } from '../../adapter/subject.js';
import type { Plan } from '../../kernel/run/plan.js';
import { toShardRate } from '../../kernel/run/shard.js';
import { toJsonValue } from '../../kernel/stored-scenario.js';
import type { Baseline } from '../../reports/baseline/baseline-schema.js';
import type { BaselineContext } from '../../reports/baseline/baseline.js';
import { AT_ONCE } from '../../wire/client/admission.js';
import { toFixedCredential } from '../../wire/client/authentication.js';
import { systemClock } from '../../wire/clock.js';
import type { Transport } from '../../wire/exchange.js';
import { type Journal, openJournal } from '../../wire/journal/journal.js';
import type { Connection } from '../../wire/transports/connection-options.js';
import { createRemoteTransport } from '../../wire/transports/remote.js';
import { findCalendar } from '../connection/find-calendar.js';
import { checked } from '../connection/open-connection.js';
import { toProxy } from '../connection/proxy-option.js';
import { type Address, toAddress } from '../input/service-address.js';
import { usualConcurrency } from '../input/usual-concurrency.js';
import { dealFor, mostHarm } from '../run/budget.js';
import { toBaselineContext } from '../run/run-context.js';
import { selectRequirements } from '../run/run-suites.js';
import { needsOf, openSession, type Session, type SessionOptions } from '../run/session.js';
import { shardOf } from '../run/shards.js';
import { type CompleteOptions, type EmbeddingOptions, withDefaults } from './embedding-options.js';

/**
 * Reads the known deviations that a program gives. The reader comes with a schema compiler, which a run without a
 * baseline need not wait for.
 */
async function readBaselineOption({ baseline, suite }: CompleteOptions): Promise<Baseline | undefined> {
  if (baseline === undefined) return undefined;
  const { readBaselineFile, toBaseline } = await import('../run/expectation-files.js');
  const own = suite.map(({ id }) => id);
  if (typeof baseline === 'string') return readBaselineFile(baseline, { folder: '.', own });
  return toBaseline(toJsonValue(baseline), { name: 'The option baseline', own });
}

/** An address and what carries requests there. */
interface Reached {
  readonly address: Address;
  readonly transport: Transport;
}

/**
 * Reaches a target by its URL, or a handler in this process; supertest is loaded for the latter alone. Throws a
 * CommandError when there is no calendar at the URL, and for a certificate or a proxy that is none.
 */
async function reach(options: CompleteOptions): Promise<Reached> {
  const { target, namespace, timeoutMs, headers = [] } = options;
  if ('url' in target) {
    const address = toAddress(target.url, namespace);
    const { origin } = address;
    const connection = toConnection(options);
    await findCalendar(address, { ...connection, headers });
    const connections = concurrencyOf(options, address) * AT_ONCE;
    return { address, transport: createRemoteTransport({ ...connection, origin, connections }) };
  }
  const { createInProcessTransport } = await import('../../wire/transports/in-process.js');
  const address = toAddress(`http://127.0.0.1${target.root ?? ''}`, namespace);
  return { address, transport: createInProcessTransport({ handler: target.handler, timeoutMs }) };
}

const toConnection = ({ timeoutMs, ca, insecure, certificate, proxy }: CompleteOptions): Connection => ({
  timeoutMs,
  ...(ca !== undefined && { ca }),
  ...(insecure !== undefined && { insecure }),
  ...(certificate && { certificate: checked(certificate, 'the option certificate') }),
  ...(proxy !== undefined && toProxy(proxy, 'The option proxy')),
});

/** A trial that was opened for a program, with what is to be judged in it. */
export interface Embedding {
  readonly session: Session;
  readonly requirements: readonly CalendarRequirement[];
  readonly plan: Plan;
  readonly concurrency: number;
  readonly address: Address;
  /** What known deviations are held against; undefined where none were given. */
  readonly baseline: BaselineContext | undefined;
  /** Ends connections and journal; the trial is closed before. */
  close(): Promise<void>;
}

const concurrencyOf = ({ concurrency }: CompleteOptions, address: Address): number =>
  concurrency ?? usualConcurrency(address);

/** Opens a trial for a program. Throws a CommandError where the options contradict each other. */
export async function openEmbedding(given: EmbeddingOptions): Promise<Embedding> {
  const options = withDefaults(given);
  const { effort, maxRequests, now = systemClock.now() } = options;
  const planned = selectRequirements(options, options.suite);
  const baseline = await readBaselineOption(options);
  const { address, transport } = await reach(options);
  const random = randomInt(2 ** 31) / 2 ** 31;
  const journal = await openJournalAt(options, address, createMarker(random).text);
  const place = { transport, random, needs: needsOf(planned), harm: mostHarm[effort], ...(journal && { journal }) };
  const session = await openSession({ ...toSessionOptions({ ...options, now }, address), ...place });
  return {
    session,
    requirements: shardOf(planned, options),
    plan: dealFor(session.calendar, planned, { effort, maxRequests }),
    concurrency: concurrencyOf(options, address),
    address,
    baseline: toBaselineContext({ baseline, options: { now } }, session),
    async close() {
      await session.close();
      await journal?.close();
    },
  };
}

type Rest = Omit<SessionOptions, 'transport' | 'random' | 'journal'>;

const toSessionOptions = (
  { identities = {}, ...options }: CompleteOptions & { readonly now: number },
  address: Address,
): Rest => ({
  ...options,
  concurrency: concurrencyOf(options, address),
  identities: new Map(Object.entries(identities).map(([name, headers]) => [name, toFixedCredential(headers)])),
  site: { root: address.root, namespace: address.namespace, languageParameter: options.languageParameter },
  mode: options.mode ?? (address.isLoopback ? 'sandbox' : 'readonly'),
  seed: options.seed ?? randomInt(2 ** 31 - 1),
  clock: systemClock,
  ...(options.rate !== undefined && { rate: toShardRate(options.rate, options.shard) }),
  ...(options.world && { worldFile: options.world }),
});

function openJournalAt(options: CompleteOptions, address: Address, marker: string): Promise<Journal | undefined> {
  const { journalPath, languageParameter } = options;
  if (journalPath === undefined) return Promise.resolve(undefined);
  const { origin, root, namespace } = address;
  return openJournal(journalPath, { origin, root, namespace, languageParameter, marker });
}
