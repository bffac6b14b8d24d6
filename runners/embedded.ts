import { readFile } from 'node:fs/promises';
import type { WorldFile } from '../contract/world-file.js';
import type { UsersFile } from '../reference-server/index.js';
import { packageFile } from '../harness/package-file.js';
import { createServer } from './create-server.js';

/** The reference server in this process, reached over HTTP. */
export interface Embedded {
  /** The REST root. */
  readonly url: string;
  /** What it holds. */
  readonly world: WorldFile;
  close(): Promise<void>;
}

/** How the embedded reference server is set up. */
export interface EmbeddedOptions {
  /** The present, in ms since the epoch. */
  readonly now: () => number;
  /** What it holds; by default the world that comes with the package, which leaves no requirement inapplicable. */
  readonly world?: WorldFile;
  readonly namespace?: string;
  /** The site's IANA time zone; by default that of its world. */
  readonly zone?: string;
  /** Left out, everyone may do everything. */
  readonly users?: UsersFile;
}

/** Creates the reference server with its world. Throws a wrong use for a world that it cannot hold. */
export async function createEmbedded({ now, world: given, namespace, zone, users }: EmbeddedOptions) {
  const world = given ?? (await readCompleteWorld());
  const server = createServer({
    world,
    now: () => new Date(now()),
    ...(namespace !== undefined && { namespace }),
    ...(zone !== undefined && { zone }),
    ...(users && { users }),
  });
  return { server, world };
}

/** Starts it on a free port of this machine. */
export async function startEmbedded(options: EmbeddedOptions): Promise<Embedded> {
  const { server, world } = await createEmbedded(options);
  const { url } = await server.listen();
  return { url, world, close: () => server.close() };
}

/** The world that comes with the package; a test holds the file to its type. */
export async function readCompleteWorld(): Promise<WorldFile> {
  return JSON.parse(await readFile(packageFile('fixtures/worlds/complete.json'), 'utf8')) as WorldFile;
}
