import { openCalendar, type OpenedCalendar, type Site } from '../../adapter/open-calendar.js';
import { toCreateClaim } from '../../adapter/ownership/write-claim.js';
import type { PinnedFacts } from '../../adapter/profile/pinned-facts.js';
import { pathWithin } from '../../adapter/reading/paths.js';
import type { Subject } from '../../adapter/subject.js';
import type { World } from '../../adapter/world/world.js';
import { findOperation } from '../../contract/operations.js';
import type { WorldFile } from '../../contract/world-file.js';
import type { RequirementInfo } from '../../kernel/requirement.js';
import { openTrial, type Trial } from '../../kernel/trial.js';
import { watchCalendar } from '../../suites/monitors/index.js';
import {
  ANONYMOUS,
  type Credential,
  DEFAULT_IDENTITY,
  isPasswordLogin,
  mistaken,
  RESPELLED,
  toFixedCredential,
  toMistaken,
  toRespelled,
} from '../../wire/client/authentication.js';
import { type Client, createClient, type Mode } from '../../wire/client/client.js';
import type { Harm, HarmBudget } from '../../wire/client/harm-limit.js';
import type { Trace } from '../../wire/client/trace.js';
import type { Clock } from '../../wire/clock.js';
import type { HeaderPairs, Interceptor, Transport } from '../../wire/exchange.js';
import { createMemoryJournal, type Journal } from '../../wire/journal/journal.js';
import { createLatencies, type Latencies, type Latency } from '../../wire/latencies.js';
import { isSecretHeader } from '../../wire/redaction.js';

/** Who asks in a run, as its options say. */
interface IdentityOptions {
  /** What the default identity sends with every request. */
  readonly headers?: HeaderPairs;
  /** What everybody sends; left out, those of `headers` that carry no credentials by their nature. */
  readonly shared?: HeaderPairs;
  /** Others by their names; one called `default` stands for the default identity. */
  readonly identities?: ReadonlyMap<string, Credential>;
}

/** Who asks in a run, as its client needs to know it. */
interface RequestIdentities {
  readonly headers: HeaderPairs;
  readonly identities: ReadonlyMap<string, Credential>;
  /** All but the default identity. */
  readonly others: readonly string[];
  /** All that the default identity sends. */
  readonly whole: Credential;
}

/** The identities of a run. Anonymous is one of them only where the default identity sends credentials. */
function toRequestIdentities({
  headers = [],
  identities = new Map(),
  shared = toShared(headers),
}: IdentityOptions): RequestIdentities {
  const proves = identities.has(DEFAULT_IDENTITY) || headers.some(([name]) => !isAmong(shared, name));
  const named = [...identities.keys()].filter((name) => name !== DEFAULT_IDENTITY);
  const own = identities.get(DEFAULT_IDENTITY);
  const whole = own ? alongside(own, headers) : toFixedCredential(headers);
  return {
    headers: shared,
    identities: new Map([
      ...identities,
      [DEFAULT_IDENTITY, whole],
      ...mistaken.map((name) => [name, toMistaken(whole, name)] as const),
      [RESPELLED, toRespelled(whole)],
    ]),
    others: [...(proves ? [ANONYMOUS] : []), ...named],
    whole,
  };
}

/** A credential with further header fields beside its own. */
const alongside = (credential: Credential, further: HeaderPairs): Credential => {
  const all = async (): Promise<HeaderPairs> => [...(await credential.headers()), ...further];
  return { headers: all, renew: (refused) => credential.renew(refused.slice(0, refused.length - further.length)) };
};

const toShared = (headers: HeaderPairs): HeaderPairs => headers.filter(([name]) => !isSecretHeader(name));

const isAmong = (headers: HeaderPairs, name: string): boolean =>
  headers.some(([other]) => other.toLowerCase() === name.toLowerCase());

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
  /** The most harm; any by default. */
  readonly harm?: HarmBudget;
  readonly journal?: Journal;
  readonly worldFile?: WorldFile;
  /** The facts that the target is held to. */
  readonly pinned?: PinnedFacts;
  /** The needs of all that is to be judged; everything is looked for, when not given. */
  readonly needs?: ReadonlySet<string>;
  /** Whether a wrong login may be sent. Default true. */
  readonly failedLogin?: boolean;
  /** How to log in at such a target, in words. */
  readonly login?: string;
  readonly intercept?: readonly Interceptor[];
  readonly trace?: Trace;
  readonly signal?: AbortSignal;
}

/** What any of some requirements needs. */
export const needsOf = (requirements: readonly RequirementInfo[]): ReadonlySet<string> =>
  new Set(requirements.flatMap(({ needs }) => needs));

/** A target with a trial open on it. Closing the trial deletes what was made; closing the session ends connections. */
export interface Session {
  readonly calendar: OpenedCalendar;
  readonly trial: Trial<Subject, World>;
  /** How long each operation took, so far. */
  latencies(): readonly Latency[];
  /** What was done to the target so far. */
  readonly harm: Harm;
  close(): Promise<void>;
}

/** The most requests that one execution of a requirement may send, so that no single one eats up a run. */
const EXECUTION_QUOTA = 120;

/** Learns a target, builds the world on it and opens the trial. Ends connections when that fails. */
export async function openSession(options: SessionOptions): Promise<Session> {
  const journal = options.journal ?? createMemoryJournal();
  const { others, whole, ...who } = toRequestIdentities(options);
  const client = createClient({
    ...options,
    ...who,
    journal,
    creates: (claim) => toCreateClaim(claim) !== undefined,
    isWithin: (target) => pathWithin(options.site, target) !== undefined,
  });
  const latencies = createLatencies();
  try {
    const calendar = await openCalendar({
      ...toOpenOptions(options, client),
      send: toMeasured(client.send, latencies, options.site),
      identities: toAsking(others, options),
      passwordLogin: await isPasswordLogin(whole),
      journal,
    });
    const { signal } = options;
    const trial = openTrial(calendar, signal && { signal });
    return { calendar, trial, latencies: latencies.all, harm: client.harm, close: () => client.close() };
  } catch (error) {
    await client.close();
    throw error;
  }
}

/** Notes how long responses took; what gets none says nothing about the speed of an operation. */
const toMeasured =
  (send: Client['send'], latencies: Latencies, { namespace }: Site): Client['send'] =>
  async (...sent) => {
    const exchange = await send(...sent);
    const operation = findOperation(exchange.request, namespace);
    if (operation?.collection && exchange.outcome.kind === 'response') latencies.note(operation.id, exchange.ms);
    return exchange;
  };

/** Whoever was named is asked what it may; anonymous alone only where anything is judged by it. */
const toAsking = (others: readonly string[], { needs }: SessionOptions): readonly string[] =>
  others.length > 1 || [...(needs ?? ['identity.weaker'])].some((need) => /^(fact\.identities|identity)\./.test(need))
    ? others
    : [];

function toOpenOptions(
  { site, mode, seed, now, random, worldFile, pinned, needs, login, failedLogin = true }: SessionOptions,
  client: Client,
) {
  return {
    site,
    mode,
    seed,
    random,
    now: new Date(now),
    near: true,
    failedLogin,
    sent: () => client.sent,
    outages: client.outages,
    executionQuota: EXECUTION_QUOTA,
    watchBy: watchCalendar,
    ...(worldFile && { worldFile }),
    ...(pinned && { pinned }),
    ...(needs && { needs }),
    ...(login !== undefined && { login }),
  };
}
