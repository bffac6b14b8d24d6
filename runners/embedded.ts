import { readFile } from 'node:fs/promises';
import type { WorldFile } from '../contract/world-file.js';
import { createReferenceServer } from '../reference-server/index.js';
import { packageFile } from './package-file.js';

/** The reference server in this process, reached over HTTP. */
export interface Embedded {
  /** The REST root. */
  readonly url: string;
  /** What it holds: a world that leaves no requirement inapplicable. */
  readonly world: WorldFile;
  close(): Promise<void>;
}

export interface EmbeddedOptions {
  /** The present, in ms since the epoch. */
  readonly now: () => number;
  readonly namespace?: string;
}

/** Starts the reference server on a free port of this machine, with the world that comes with the package. */
export async function startEmbedded({ now, namespace }: EmbeddedOptions): Promise<Embedded> {
  const world = await readCompleteWorld();
  const options = { world, now: () => new Date(now()), ...(namespace !== undefined && { namespace }) };
  const server = createReferenceServer(options);
  const { url } = await server.listen();
  return { url, world, close: () => server.close() };
}

/** The world that comes with the package; a test holds the file to its type. */
export async function readCompleteWorld(): Promise<WorldFile> {
  return JSON.parse(await readFile(packageFile('fixtures/worlds/complete.json'), 'utf8')) as WorldFile;
}
