import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { Pool } from 'undici';
import { judge } from './judge.mjs';

const CONCURRENCY = 4;
const ROUNDS = 3;

/** Starts a server in a process of its own. @param {number} delay in ms for each answer */
async function startServer(delay) {
  const child = fork(fileURLToPath(new URL('delayed-server.mjs', import.meta.url)));
  child.send({ delay });
  const [origin] = await once(child, 'message');
  return { origin, end: () => child.kill() };
}

/**
 * Sends recorded requests again, with nothing but a pool of connections.
 *
 * @param {string} origin @param {readonly import('./judge.mjs').WireRequest[]} requests
 * @returns {Promise<number>} ms
 */
async function replay(origin, requests) {
  const pool = new Pool(origin, { connections: CONCURRENCY });
  const queue = [...requests];
  const start = performance.now();
  const client = async () => {
    for (let next = queue.shift(); next; next = queue.shift()) {
      const { method, target, headers, body } = next;
      const answer = await pool.request({ method, path: target, headers: headers.flat(), body });
      await answer.body.dump();
    }
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, client));
  await pool.close();
  return performance.now() - start;
}

/** @param {number} delay in ms */
async function ratio(delay) {
  const ratios = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const [judged, replayed] = [await startServer(delay), await startServer(delay)];
    const { ms, requests } = await judge(judged.origin, { effort: 'standard', concurrency: CONCURRENCY });
    ratios.push(ms / (await replay(replayed.origin, requests)));
    judged.end();
    replayed.end();
  }
  return ratios.toSorted((a, b) => a - b)[Math.floor(ROUNDS / 2)] ?? Number.NaN;
}

/** What judging costs beside the requests it sends, when each answer takes 5 ms more. */
export const replayCost = async () => ({
  name: 'check, wall time against replaying its requests, answers 5 ms later',
  ratio: await ratio(5),
  limit: 1.5,
});

/** The same without the 5 ms: printed, not limited, for the server then takes no time to wait for. */
export const bareReplayCost = async () => ({
  name: 'check, wall time against replaying its requests, bare',
  ratio: await ratio(0),
  limit: Number.POSITIVE_INFINITY,
});

/** What monitors take of a run's wall time, when no answer is waited for. */
export async function watchCost() {
  const server = await startServer(0);
  const { ms, watching } = await judge(server.origin, { effort: 'standard', concurrency: CONCURRENCY });
  server.end();
  return { name: 'check, monitors against wall time, bare', ratio: watching / ms, limit: 0.1 };
}

/** How many requests a run over the reference server sends, all included, as a part of what it may. */
export async function requestBudget(/** @type {'quick' | 'standard'} */ effort, /** @type {number} */ limit) {
  const server = await startServer(0);
  const { requests } = await judge(server.origin, { effort, concurrency: CONCURRENCY });
  server.end();
  return { name: `check, requests of a ${effort} run`, ratio: requests.length, limit };
}
