import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { WorldFile } from '../../contract/world-file.js';
import completeWorld from '../../fixtures/worlds/complete.json' with { type: 'json' };
import { createReferenceServer } from '../../reference-server/index.js';
import { createVirtualClock } from '../../wire/clock.js';
import type { Interceptor } from '../../wire/exchange.js';
import { openProxy } from '../../zoo/intercept/intercepting-proxy.js';
import { createWireView, type WireShapes } from '../../zoo/intercept/wire-view.js';
import type { Conforming } from '../../zoo/variant.js';
import { calproof, createTestEnvironment, type Finished } from './cli/console.js';

/** Fixed, so that what is drawn is drawn every time. */
const SEED = 7;

interface OverHttp {
  /** How the bare server shows its records. */
  readonly sight: WireShapes;
  /** What stands before the server; nothing by default. */
  readonly one?: Conforming;
  /** What the server holds; everything that there is by default. */
  readonly world?: WorldFile;
  /** The zone of its site; that of the world by default. */
  readonly zone?: string;
}

const honest: Interceptor = (request, next) => next(request);

/** Runs a command on a reference server of its own that listens behind one of the zoo. */
export async function overHttp(
  command: string,
  options: string,
  { sight, one, world = completeWorld as WorldFile, zone }: OverHttp,
): Promise<Finished> {
  const server = createReferenceServer({ world, ...(zone !== undefined && { zone }) });
  const { url } = await server.listen();
  const intercept = one?.create(SEED, createWireView(sight), createVirtualClock(Date.now())) ?? honest;
  const proxy = await openProxy({ origin: url, intercept });
  try {
    const { folder } = createTestEnvironment().environment;
    writeFileSync(join(folder, 'world.json'), JSON.stringify(world));
    return await calproof(`${command} ${proxy.origin} --seed ${SEED} --world world.json ${options}`, { folder });
  } finally {
    await proxy.close();
    await server.close();
  }
}
