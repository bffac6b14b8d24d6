import { cp, readFile, rm } from 'node:fs/promises';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

const load = (path) => import(pathToFileURL(resolve('build', path)).href);

/** What Stryker's build command made of its copy: the suites, generators and harness, and the mutated server. */
export async function loadBuilt() {
  const { openSession } = await load('runners/run/session.js');
  const { createDirectTransport } = await load('runners/prove/open-case.js');
  const { createRemoteTransport } = await load('wire/transports/remote.js');
  const { conclude } = await load('reports/conclusion.js');
  const { systemClock } = await load('wire/clock.js');
  const { requirements } = await load('suites/index.js');
  const world = JSON.parse(await readFile('fixtures/worlds/complete.json', 'utf8'));
  const tools = { openSession, createDirectTransport, createRemoteTransport, conclude, systemClock };
  return { ...tools, ...(await load('reference-server/index.js')), requirements, world };
}

/** The same with the modules of the server loaded now, from a copy: a mutant may act just then. */
export async function withFreshServer(built, name) {
  const folder = `server-${process.pid}-${name}`;
  await cp(resolve('build/reference-server'), resolve('build', folder), { recursive: true });
  try {
    return { ...built, ...(await load(`${folder}/index.js`)) };
  } finally {
    await rm(resolve('build', folder), { recursive: true });
  }
}
