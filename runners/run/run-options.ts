import { defaultProfiles, type Profile } from '../../contract/clauses/clause.js';
import type { Effort } from '../../kernel/run/plan.js';
import { type Shard, toShardRate } from '../../kernel/run/shard.js';
import type { CheckFormat } from '../../reports/formats/report-formats.js';
import { DEFAULT_IDENTITY } from '../../wire/client/authentication.js';
import type { Mode } from '../../wire/client/client.js';
import { type ConnectionOptions, toConnectionOptions } from '../connection/open-connection.js';
import { wrongUse } from '../input/command-error.js';
import type { CredentialOptions } from '../input/credentials.js';
import type { Environment } from '../input/environment.js';
import { type Address, toAddress } from '../input/service-address.js';
import { usualConcurrency } from '../input/usual-concurrency.js';
import type { CheckFlags, ReportRequest } from '../options/command-flags.js';
import { type IdentityOption, toCredentialOptions } from '../options/connection-flags.js';
import { type ContainerRequest, toContainerRequest } from '../options/container-request.js';
import type { Selection } from './selection.js';

/** The options of a run of `check`. Times are in ms. */
export interface RunOptions {
  /** Undefined, when there is no container either: the embedded reference server is judged. */
  readonly address: Address | undefined;
  /** A container to start and to judge; there is no address then. */
  readonly container: ContainerRequest | undefined;
  readonly namespace: string | undefined;
  readonly languageParameter: string;
  readonly mode: Mode;
  readonly selection: Selection;
  /** Modules with requirements of the user. */
  readonly suiteFiles: readonly string[];
  readonly credentials: CredentialOptions;
  /** Further identities; one called `default` replaces the default one. */
  readonly identities: readonly IdentityOption[];
  readonly plan: boolean;
  readonly effort: Effort;
  readonly maxRequests: number | undefined;
  readonly maxTime: number | undefined;
  /** The part of the run that is judged here; undefined: all of it. */
  readonly shard: Shard | undefined;
  /** A report with the duration of each requirement. */
  readonly timingsFile: string | undefined;
  readonly concurrency: number;
  /** Requests a second, of this shard alone. */
  readonly rate: number | undefined;
  readonly seed: number;
  /** Whether somebody chose the seed. */
  readonly isSeedGiven: boolean;
  /** The present for this run, in ms since the epoch. */
  readonly now: number;
  readonly connection: ConnectionOptions;
  readonly worldFile: string | undefined;
  readonly baselineFile: string | undefined;
  readonly profileFile: string | undefined;
  readonly journalFolder: string | undefined;
  /** Where a compact form of each run is kept. */
  readonly historyFolder: string | undefined;
  /** The source of the private key that signs the statement. */
  readonly sign: string | undefined;
  /** The version of the target, as whoever runs it states it. */
  readonly targetVersion: string | undefined;
  readonly strict: boolean;
  readonly quiet: boolean;
  /** The variable by which a coding agent was seen, which gets a report of its own instead of the text for people. */
  readonly agent?: string;
  readonly verbose: boolean;
  /** Whether a wrong login may be sent. */
  readonly failedLogin: boolean;
  /** Whether requests say, in header fields, what they are for. */
  readonly trace: boolean;
  readonly bail: boolean;
  readonly reports: readonly ReportRequest<CheckFormat>[];
  /** How to log in, printed when the target answers 401. */
  readonly login: string | undefined;
  /** The sources of options besides the command line, in words. */
  readonly sources: readonly string[];
}

/** Puts flags, address and environment together. Throws a wrong use where they contradict each other. */
export function toRunOptions(url: string | undefined, flags: CheckFlags, environment: Environment): RunOptions {
  const container = toContainerRequest(url, flags);
  const address = url === undefined || container ? undefined : toAddress(url, flags.namespace);
  const isOurs = address === undefined || address.isLoopback;
  return {
    address,
    container,
    namespace: flags.namespace,
    languageParameter: flags.languageParameter,
    mode: flags.mode ?? (isOurs ? 'sandbox' : 'readonly'),
    selection: {
      only: flags.only ?? [],
      skip: flags.skip ?? [],
      profiles: toProfiles(flags, !address && !container),
      effort: flags.effort,
      failedLogin: flags.failedLogin !== false,
    },
    suiteFiles: flags.suite ?? [],
    credentials: toCredentialOptions(flags),
    identities: toIdentities(flags, address),
    plan: flags.plan === true,
    effort: flags.effort,
    maxRequests: flags.maxRequests,
    maxTime: flags.maxTime,
    shard: flags.shard,
    timingsFile: flags.timings,
    concurrency: flags.concurrency ?? usualConcurrency(address),
    rate: flags.rate === undefined ? undefined : toShardRate(flags.rate, flags.shard),
    seed: flags.seed ?? environment.randomSeed(),
    isSeedGiven: flags.seed !== undefined,
    now: flags.now ?? environment.clock.now(),
    connection: toConnectionOptions(flags),
    worldFile: flags.world,
    baselineFile: flags.baseline,
    profileFile: flags.targetProfile,
    journalFolder: flags.journal,
    historyFolder: flags.history,
    sign: flags.sign,
    targetVersion: flags.targetVersion,
    strict: flags.strict === true,
    quiet: flags.quiet === true,
    verbose: flags.verbose === true,
    login: flags.login,
    sources: flags.sources ?? [],
    failedLogin: flags.failedLogin !== false,
    trace: flags.trace !== false,
    bail: flags.bail === true,
    reports: flags.report ?? [],
  };
}

/**
 * Our own server also promises its own decisions; nobody else does. They are judged where requests are not counted: the
 * 3,000 of a standard run are for what any target promises.
 */
function toProfiles({ profile: asked, effort }: CheckFlags, isEmbedded: boolean): readonly Profile[] {
  if (asked && asked.length > 0) return asked;
  return isEmbedded && effort === 'deep' ? [...defaultProfiles, 'reference'] : defaultProfiles;
}

/** The embedded server has a login of its own, which nobody else knows. */
function toIdentities({ identity = [], basic, bearer }: CheckFlags, address: Address | undefined) {
  if (identity.length > 0 && address === undefined) {
    throw wrongUse('--identity needs the URL of a service.');
  }
  const isTwice = identity.some(({ name }) => name === DEFAULT_IDENTITY) && (basic ?? bearer) !== undefined;
  if (!isTwice) return identity;
  throw wrongUse(`--identity ${DEFAULT_IDENTITY} and --basic or --bearer exclude each other.`);
}
