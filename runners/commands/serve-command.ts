import type { Extension } from '../../contract/queries.js';
import type { WorldFile } from '../../contract/world-file.js';
import type { ReferenceServer } from '../../reference-server/index.js';
import type { ExitCode } from '../../reports/conclusion.js';
import { plural } from '../../wire/wording.js';
import { wrongUse } from '../input/command-error.js';
import type { Environment } from '../input/environment.js';
import { createServer } from '../server/embedded-server.js';
import { behind, interceptorOf, type Listening } from '../server/intercepted-server.js';
import { readUsersFile, readWorldFile } from '../server/server-files.js';

export interface ServeFlags {
  readonly port?: number;
  readonly host?: string;
  readonly basePath?: string;
  readonly namespace?: string;
  readonly world?: string;
  readonly events?: number;
  /** The file that keeps the records. */
  readonly data?: string;
  readonly seed: number;
  readonly users?: string;
  readonly extensions?: readonly Extension[];
  readonly zone?: string;
  /** Ids of the zoo. */
  readonly zoo?: readonly string[];
  /** In ms. */
  readonly delay?: number;
}

/** Runs the reference server until the environment's signal is aborted. */
export async function serve(flags: ServeFlags, environment: Environment): Promise<ExitCode> {
  const intercept = await interceptorOf(flags, environment);
  const bare = await toServer(flags, environment);
  const server = intercept ? behind(intercept, bare) : bare;
  const { url } = await listen(server, flags);
  environment.stdout.write(`calproof reference server at ${url}\n`);
  if (flags.data !== undefined) environment.stdout.write(toKept(flags.data, bare));
  await aborted(environment.signal);
  await server.close();
  return 0;
}

function toKept(file: string, server: ReferenceServer): string {
  const records = Object.values(server.counts()).reduce((sum, count) => sum + count, 0);
  return `Records are kept in ${file}: ${plural(records, 'record')} now.\n`;
}

async function toServer(flags: ServeFlags, environment: Environment): Promise<ReferenceServer> {
  const world = await readWorld(flags, environment);
  const users = flags.users === undefined ? undefined : await readUsersFile(flags.users, environment);
  return createServer({
    now: () => new Date(environment.clock.now()),
    ...(flags.basePath !== undefined && { basePath: flags.basePath }),
    ...(flags.namespace !== undefined && { namespace: flags.namespace }),
    ...(flags.extensions && { extensions: flags.extensions }),
    ...(flags.zone !== undefined && { zone: flags.zone }),
    ...(world && { world }),
    ...(flags.data !== undefined && { data: flags.data }),
    ...(users && { users }),
  });
}

async function readWorld(flags: ServeFlags, environment: Environment): Promise<WorldFile | undefined> {
  const { world, events, seed } = flags;
  if (world !== undefined && events !== undefined) throw wrongUse('Give --world or --events, not both.');
  if (world !== undefined) return readWorldFile(world, environment);
  if (events === undefined) return undefined;
  const { realisticWorld } = await import('../../generators/realistic.js');
  return realisticWorld({ seed, events, now: new Date(environment.clock.now()) });
}

async function listen(
  server: Listening,
  { port = 0, host = '127.0.0.1' }: ServeFlags,
): Promise<{ readonly url: string }> {
  try {
    return await server.listen({ port, host });
  } catch (error) {
    const reason = error instanceof Error && 'code' in error ? String(error.code) : String(error);
    const words = reason === 'EADDRINUSE' ? 'the port is in use; omit --port for a free one' : reason;
    throw wrongUse(`The server cannot listen on ${host}:${port}: ${words}.`);
  }
}

const aborted = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener('abort', () => resolve(), { once: true });
  });
