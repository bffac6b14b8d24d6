import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';
import type { WorldFile } from '../../contract/world-file.js';
import completeWorld from '../../fixtures/worlds/complete.json' with { type: 'json' };
import { createReferenceServer } from '../../reference-server/index.js';

/** A reference server over HTTP that reports every request before carrying it out. */
export interface WatchedServer {
  readonly url: string;
  /** How many records each collection holds. */
  counts(): Readonly<Record<string, number>>;
}

/** Starts a server with the complete world; it stops when the test ends. */
export async function startWatched(
  watch: (request: IncomingMessage, number: number) => void = () => {},
): Promise<WatchedServer> {
  const reference = createReferenceServer({ world: completeWorld as WorldFile });
  let count = 0;
  const server = createServer((request, response) => {
    count += 1;
    watch(request, count);
    reference.handler(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(
    () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  );
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, counts: () => reference.counts() };
}
