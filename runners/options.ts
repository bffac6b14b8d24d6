import { defaultProfiles, type Profile } from '../contract/profiles.js';
import type { Mode } from '../harness/client.js';
import type { Effort } from '../harness/plan.js';
import { type Address, toAddress } from './address.js';
import { type ConnectionOptions, toConnectionOptions } from './connection.js';
import { toCredentialOptions } from './connection-flags.js';
import type { CredentialOptions } from './credentials.js';
import type { CheckFlags } from './check-flags.js';
import type { Environment } from './environment.js';
import type { ReportRequest } from './report-request.js';
import type { Selection } from './selection.js';

/** Everything that a run of `check` is told. Times are in ms. */
export interface RunOptions {
  /** Undefined: the embedded reference server is judged. */
  readonly address: Address | undefined;
  readonly namespace: string | undefined;
  readonly languageParameter: string;
  readonly mode: Mode;
  readonly selection: Selection;
  /** Modules with requirements of others. */
  readonly suiteFiles: readonly string[];
  readonly credentials: CredentialOptions;
  readonly plan: boolean;
  readonly effort: Effort;
  readonly maxRequests: number | undefined;
  readonly maxTime: number | undefined;
  readonly concurrency: number;
  /** Requests a second. */
  readonly rate: number | undefined;
  readonly seed: number;
  /** The present for this run, in ms since the epoch. */
  readonly now: number;
  readonly connection: ConnectionOptions;
  readonly worldFile: string | undefined;
  readonly baselineFile: string | undefined;
  readonly journalFolder: string | undefined;
  readonly strict: boolean;
  readonly quiet: boolean;
  readonly bail: boolean;
  readonly reports: readonly ReportRequest[];
  /** How to log in at such a target, told where it answers 401. */
  readonly login: string | undefined;
  /** Where options come from besides the command line, in words. */
  readonly sources: readonly string[];
}

/** Puts flags, address and environment together. Throws a wrong use where they contradict each other. */
export function toRunOptions(url: string | undefined, flags: CheckFlags, environment: Environment): RunOptions {
  const address = url === undefined ? undefined : toAddress(url, flags.namespace);
  const isOurs = address === undefined || address.isLoopback;
  return {
    address,
    namespace: flags.namespace,
    languageParameter: flags.languageParameter,
    mode: flags.mode ?? (isOurs ? 'sandbox' : 'readonly'),
    selection: {
      only: flags.only ?? [],
      skip: flags.skip ?? [],
      profiles: toProfiles(flags, address),
      effort: flags.effort,
    },
    suiteFiles: flags.suite ?? [],
    credentials: toCredentialOptions(flags),
    plan: flags.plan === true,
    effort: flags.effort,
    maxRequests: flags.maxRequests,
    maxTime: flags.maxTime,
    concurrency: flags.concurrency,
    rate: flags.rate,
    seed: flags.seed ?? environment.randomSeed(),
    now: flags.now ?? environment.clock.now(),
    connection: toConnectionOptions(flags),
    worldFile: flags.world,
    baselineFile: flags.baseline,
    journalFolder: flags.journal,
    strict: flags.strict === true,
    quiet: flags.quiet === true,
    login: flags.login,
    sources: flags.sources ?? [],
    bail: flags.bail === true,
    reports: flags.report ?? [],
  };
}

/**
 * Our own server also promises its own decisions; nobody else does. They are judged where requests are not counted: the
 * 3,000 of a standard run are for what any target promises.
 */
function toProfiles({ profile: asked, effort }: CheckFlags, address: Address | undefined): readonly Profile[] {
  if (asked && asked.length > 0) return asked;
  return address === undefined && effort === 'deep' ? [...defaultProfiles, 'reference'] : defaultProfiles;
}
