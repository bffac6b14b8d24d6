import type { WorldFile } from '../contract/world-file.js';
import { type Client, createClient, type Mode } from '../harness/client.js';
import type { Clock } from '../harness/clock.js';
import type { Interceptor, Transport } from '../harness/exchange.js';
import { createMemoryJournal, type Journal } from '../harness/journal.js';
import type { RequirementInfo } from '../harness/requirement.js';
import { openTrial, type Trial } from '../harness/trial.js';
import { type IdentityOptions, toRequestIdentities } from './identities/who-asks.js';
import { type OpenedCalendar, openCalendar, type Site } from '../target/open.js';
import type { PinnedFacts } from '../target/pinned/pinned.js';
import type { Subject } from '../target/subject.js';
import type { World } from '../target/world/world.js';

/** What a session with one target is opened with. */
export interface SessionOptions extends IdentityOptions {
  readonly transport: Transport;
  readonly site: Site;
  readonly mode: Mode;
  readonly seed: number;
  /** The present, in ms since the epoch. */
  readonly now: number;
  /** A random number in [0, 1) for the run's marker. */
  readonly random: number;
  readonly clock: Clock;
  readonly concurrency: number;
  readonly rate?: number;
  readonly maxRequests?: number;
  readonly journal?: Journal;
  readonly worldFile?: WorldFile;
  /** The facts that the target is held to. */
  readonly pinned?: PinnedFacts;
  /** The needs of all that is to be judged; everything is looked for, when not given. */
  readonly needs?: ReadonlySet<string>;
  /** How to log in at such a target, in words. */
  readonly login?: string;
  readonly intercept?: readonly Interceptor[];
  readonly signal?: AbortSignal;
}

/** What any of some requirements needs. */
export const needsOf = (requirements: readonly RequirementInfo[]): ReadonlySet<string> =>
  new Set(requirements.flatMap(({ needs }) => needs));

/** A target with a trial open on it. Closing the trial deletes what was made; closing the session ends connections. */
export interface Session {
  readonly calendar: OpenedCalendar;
  readonly trial: Trial<Subject, World>;
  close(): Promise<void>;
}

/** The most requests that one execution of a requirement may send, so that no single one eats up a run. */
const EXECUTION_QUOTA = 120;

/** Learns a target, builds the world on it and opens the trial. Ends connections when that fails. */
export async function openSession(options: SessionOptions): Promise<Session> {
  const journal = options.journal ?? createMemoryJournal();
  const { others, ...who } = toRequestIdentities(options);
  const client = createClient({ ...options, ...who, journal });
  try {
    const calendar = await openCalendar({
      ...toOpenOptions(options, client),
      identities: toAsking(others, options),
      journal,
    });
    const { seed, signal } = options;
    const trial = openTrial(calendar, { seed, ...(signal && { signal }) });
    return { calendar, trial, close: () => client.close() };
  } catch (error) {
    await client.close();
    throw error;
  }
}

/** Whoever was named is asked what it may; anonymous alone only where anything is judged by it. */
const toAsking = (others: readonly string[], { needs }: SessionOptions): readonly string[] =>
  others.length > 1 || [...(needs ?? ['identity.weaker'])].some((need) => /^(fact\.identities|identity)\./.test(need))
    ? others
    : [];

function toOpenOptions(
  { site, mode, seed, now, random, worldFile, pinned, needs, login }: SessionOptions,
  client: Client,
) {
  return {
    site,
    mode,
    seed,
    random,
    now: new Date(now),
    near: true,
    send: client.send,
    sent: () => client.sent,
    outages: client.outages,
    executionQuota: EXECUTION_QUOTA,
    ...(worldFile && { worldFile }),
    ...(pinned && { pinned }),
    ...(needs && { needs }),
    ...(login !== undefined && { login }),
  };
}
