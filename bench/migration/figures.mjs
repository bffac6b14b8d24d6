import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { bareLoop } from './bare-loop.mjs';
import { measure, serve } from './command.mjs';

const [FEW, MANY] = [20_000, 200_000];
const MIB = 2 ** 20;

/** A calendar of so many events: what a snapshot of it takes, what comparing it takes, and what bare reading takes. */
async function measureAll(events) {
  const folder = await mkdtemp(join(tmpdir(), 'calproof-bench-'));
  const server = await serve(events);
  try {
    const bare = await bareLoop(server.url);
    const taken = await measure(['snapshot', server.url, '-o', 'a.gz', '--quiet'], folder);
    const compared = await measure(['compare', 'a.gz', 'a.gz'], folder);
    return { taken, compared, slowdown: bare / ((events / taken.ms) * 1000) };
  } finally {
    server.end();
    await rm(folder, { recursive: true });
  }
}

/** @type {Promise<readonly Awaited<ReturnType<typeof measureAll>>[]> | undefined} */
let measured;

const both = () => (measured ??= measureBoth());

async function measureBoth() {
  const few = await measureAll(FEW);
  return [few, await measureAll(MANY)];
}

/** The figures of snapshot and compare; all come from the same two calendars. */
export const migrationFigures = [
  async () => {
    const [, many] = await both();
    return {
      name: 'bare paging loop against snapshot of 200,000 events, events a second',
      ratio: many.slowdown,
      limit: 1 / 0.6,
    };
  },
  async () => {
    const [few, many] = await both();
    return {
      name: 'peak memory of snapshot, 200,000 events against 20,000',
      ratio: many.taken.peak / few.taken.peak,
      limit: 1.1,
    };
  },
  async () => {
    const [, many] = await both();
    const ratio = Math.max(many.taken.peak, many.compared.peak) / 300;
    return { name: 'peak memory of snapshot and compare, 200,000 events, against 300 MiB', ratio, limit: 1 };
  },
  async () => {
    const [few, many] = await both();
    const ratio = ((many.compared.peak - few.compared.peak) * MIB) / (MANY - FEW) / 100;
    return { name: 'memory of compare for each further event, against 100 bytes', ratio, limit: 1 };
  },
];
