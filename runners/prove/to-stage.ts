import type { WorldFile } from '../../contract/world-file.js';
import { createRedaction } from '../../harness/redact.js';
import { toAddress } from '../address.js';
import { wrongUse } from '../command-error.js';
import { openConnection, toConnectionOptions } from '../connection.js';
import { toCredentialOptions } from '../connection-flags.js';
import { fetchCredentials } from '../credentials.js';
import type { Environment } from '../environment.js';
import { findCalendar } from '../find-calendar.js';
import type { ProveFlags } from '../prove-flags.js';
import { readWorldFile } from '../world-file.js';
import type { ProofSetup, UrlProofTarget } from './stage.js';

/**
 * Reads where a proof takes place. An embedded server answers in no time: there is nothing to do meanwhile. Throws a wrong use for a service elsewhere that was not named a sandbox: faults
 * write, and some write what a run does not expect.
 */
export async function toProofSetup(
  url: string | undefined,
  flags: ProveFlags,
  environment: Environment,
): Promise<ProofSetup> {
  const { languageParameter, effort, seed, rate } = flags;
  const worldFile = flags.world === undefined ? undefined : await readWorldFile(flags.world, environment);
  return {
    target:
      url === undefined
        ? { kind: 'embedded', ...(worldFile && { world: worldFile }) }
        : await toUrlProofTarget(url, { flags, worldFile }, environment),
    languageParameter,
    effort,
    seed,
    concurrency: flags.concurrency ?? (url === undefined ? 1 : 4),
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
