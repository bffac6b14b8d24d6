import type { WorldFile } from '../../contract/world-file.js';
import type { Effort } from '../../kernel/run/plan.js';
import type { HeaderPairs } from '../../wire/exchange.js';
import { createRedaction } from '../../wire/redaction.js';
import type { Connection } from '../../wire/transports/connection-options.js';
import { findCalendar } from '../connection/find-calendar.js';
import { openConnection, toConnectionOptions } from '../connection/open-connection.js';
import { wrongUse } from '../input/command-error.js';
import { fetchCredentials } from '../input/credentials.js';
import type { Environment } from '../input/environment.js';
import { type Address, toAddress } from '../input/service-address.js';
import { usualConcurrency } from '../input/usual-concurrency.js';
import type { ProveFlags } from '../options/command-flags.js';
import { toCredentialOptions } from '../options/connection-flags.js';
import { readWorldFile } from '../server/server-files.js';

/** A service that somebody runs, reached by its URL. */
export interface UrlProofTarget {
  readonly kind: 'url';
  readonly address: Address;
  readonly headers: HeaderPairs;
  readonly connection: Connection;
  /** Records that the target holds already. */
  readonly worldFile?: WorldFile;
}

/** An embedded server for each case; `world` is what it holds, where that is not the world that shows all. */
export interface EmbeddedProofTarget {
  readonly kind: 'embedded';
  readonly world?: WorldFile;
}

/** Where the cases of a proof are judged: data alone, so that workers can be given it. */
export interface ProofSetup {
  /** Each case gets an embedded server of its own, or all meet the same service. */
  readonly target: EmbeddedProofTarget | UrlProofTarget;
  readonly languageParameter: string;
  readonly effort: Effort;
  readonly seed: number;
  /** The present, in ms since the epoch. */
  readonly now: number;
  /** Requirements judged at the same time. */
  readonly concurrency: number;
  /** Requests a second, of each worker. */
  readonly rate?: number;
}

/**
 * Reads where a proof takes place. Throws a wrong use for a service elsewhere that was not named a sandbox: faults
 * write, and some write what a run does not expect.
 */
export async function toProofSetup(
  url: string | undefined,
  flags: ProveFlags,
  environment: Environment,
): Promise<ProofSetup> {
  const { languageParameter, effort, seed, rate } = flags;
  const worldFile = flags.world === undefined ? undefined : await readWorldFile(flags.world, environment);
  const target: ProofSetup['target'] =
    url === undefined
      ? { kind: 'embedded', ...(worldFile && { world: worldFile }) }
      : await toUrlProofTarget(url, { flags, worldFile }, environment);
  return {
    target,
    languageParameter,
    effort,
    seed,
    concurrency: flags.concurrency ?? usualConcurrency(target.kind === 'embedded' ? undefined : target.address),
    now: flags.now ?? environment.clock.now(),
    ...(rate !== undefined && { rate }),
  };
}

/** What a proof before a URL takes from the command line. */
interface UrlOptions {
  readonly flags: ProveFlags;
  readonly worldFile: WorldFile | undefined;
}

async function toUrlProofTarget(
  url: string,
  { flags, worldFile }: UrlOptions,
  environment: Environment,
): Promise<UrlProofTarget> {
  const address = toAddress(url, flags.namespace);
  if (!address.isLoopback && flags.mode !== 'sandbox') {
    throw wrongUse(
      `prove writes to ${address.origin} hundreds of times, through faults; say --mode sandbox if nothing there is dear to anybody.`,
    );
  }
  const { headers, secrets } = await fetchCredentials(toCredentialOptions(flags), environment);
  const { connection, ...hidden } = await openConnection(toConnectionOptions(flags), address.origin, environment);
  const redact = createRedaction([...secrets, ...hidden.secrets]).text;
  const now = environment.clock.now;
  const { warnings } = await findCalendar(address, { ...connection, headers, redact, now });
  for (const warning of warnings) environment.stderr.write(`${warning}\n`);
  return { kind: 'url', address, headers, connection, ...(worldFile && { worldFile }) };
}
