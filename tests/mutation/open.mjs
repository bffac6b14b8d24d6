import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

/** What Stryker's build command made of its copy: the mutated server and the suites, generators and harness. */
export async function loadBuilt() {
  const load = (path) => import(pathToFileURL(resolve('dist', path)).href);
  const { createReferenceServer } = await load('reference-server/index.js');
  const { openSession } = await load('runners/session.js');
  const { createRemoteTransport } = await load('harness/transports/remote.js');
  const { conclude } = await load('harness/reports/conclusion.js');
  const { systemClock } = await load('harness/clock.js');
  const { requirements } = await load('suites/index.js');
  const world = JSON.parse(await readFile('fixtures/worlds/complete.json', 'utf8'));
  return { createReferenceServer, openSession, createRemoteTransport, conclude, systemClock, requirements, world };
}

/** Answers are waited for so long, in ms, and so many may stay away before nothing more is waited for. */
const PATIENCE = { timeoutMs: 4_000, stalls: 3 };

/** Opens a trial on a server of its own. Rejects when the target cannot be made ready, as `calproof check` would. */
export async function openOn(built, { wantsWorld, root, namespace, server: setup, headers }) {
  const server = built.createReferenceServer({ ...setup, ...(wantsWorld && { world: built.world }) });
  const { url } = await server.listen();
  const { timeoutMs } = PATIENCE;
  const transport = built.createRemoteTransport({ origin: new URL(url).origin, timeoutMs, connections: 4 });
  let stalls = 0;
  const giveUp = async (request, next) => {
    if (stalls >= PATIENCE.stalls) return { kind: 'stalled', message: 'not waited for' };
    const outcome = await next(request);
    if (outcome.kind === 'stalled') stalls += 1;
    return outcome;
  };
  const close = async () => {
    await transport.close();
    await server.close();
  };
  try {
    const { trial } = await built.openSession({
      transport,
      site: { root, namespace, languageParameter: 'ml_language' },
      mode: 'sandbox',
      seed: 1,
      now: Date.now(),
      random: 0.3,
      clock: built.systemClock,
      concurrency: 4,
      headers,
      intercept: [giveUp],
      ...(wantsWorld && { worldFile: built.world }),
    });
    return { trial, close, gaveUp: () => stalls >= PATIENCE.stalls };
  } catch (error) {
    await close();
    throw error;
  }
}
