import { randomInt } from 'node:crypto';
import type { BaselineContext } from '../harness/baseline.js';
import { toFixedCredential } from '../harness/client/authentication.js';
import { systemClock } from '../harness/clock.js';
import { type Journal, openJournal } from '../harness/journal.js';
import type { Plan } from '../harness/plan.js';
import { createMarker } from '../target/marker.js';
import type { CalendarRequirement } from '../target/subject.js';
import type { Address } from './address.js';
import { toBaselineContext } from './baseline-context.js';
import { readBaselineOption } from './baseline-option.js';
import { dealFor } from './budget.js';
import { type CompleteOptions, type EmbeddingOptions, withDefaults } from './embedding-options.js';
import { reach } from './reach.js';
import { selectRequirements } from './select-requirements.js';
import { needsOf, openSession, type Session, type SessionOptions } from './session.js';
import { shardOf } from './shard-of.js';

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

/** Opens a trial for a program. Throws a CommandError where the options contradict each other. */
export async function openEmbedding(given: EmbeddingOptions): Promise<Embedding> {
  const options = withDefaults(given);
  const { effort, maxRequests, concurrency, now = systemClock.now() } = options;
  const planned = selectRequirements(options, options.suite);
  const baseline = await readBaselineOption(options);
  const { address, transport } = await reach(options);
  const random = randomInt(2 ** 31) / 2 ** 31;
  const journal = await openJournalAt(options, address, createMarker(random).text);
  const place = { transport, random, needs: needsOf(planned), ...(journal && { journal }) };
  const session = await openSession({ ...toSessionOptions({ ...options, now }, address), ...place });
  return {
    session,
    requirements: shardOf(planned, options),
    plan: dealFor(session.calendar, planned, { effort, maxRequests }),
    concurrency,
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
  { root, namespace, isLoopback }: Address,
): Rest => ({
  ...options,
  identities: new Map(Object.entries(identities).map(([name, headers]) => [name, toFixedCredential(headers)])),
  site: { root, namespace, languageParameter: options.languageParameter },
  mode: options.mode ?? (isLoopback ? 'sandbox' : 'readonly'),
  seed: options.seed ?? randomInt(2 ** 31 - 1),
  clock: systemClock,
  ...(options.world && { worldFile: options.world }),
});

function openJournalAt(options: CompleteOptions, address: Address, marker: string): Promise<Journal | undefined> {
  const { journalPath, languageParameter } = options;
  if (journalPath === undefined) return Promise.resolve(undefined);
  const { origin, root, namespace } = address;
  return openJournal(journalPath, { origin, root, namespace, languageParameter, marker });
}
