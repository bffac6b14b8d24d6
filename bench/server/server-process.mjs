import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { Pool } from 'undici';

/**
 * Starts a worker process.
 *
 * @returns a way to ask it (`bare`, `reference`, `cpu`, `heap`) and to end it
 */
export function startWorker() {
  const worker = fork(fileURLToPath(new URL('worker.mjs', import.meta.url)), { execArgv: ['--expose-gc'] });
  return {
    /** @param {string} ask @param {object} [details] */
    async ask(ask, details = {}) {
      worker.send({ ask, ...details });
      const [answer] = await once(worker, 'message');
      return answer;
    },
    end: () => worker.kill(),
  };
}

/** @typedef {ReturnType<typeof startWorker>} Worker */

/**
 * Sends a GET many times over kept connections, and measures what each costs the server.
 *
 * @param {Worker} worker @param {string} url @param {number} requests
 * @returns {Promise<number>} microseconds of CPU per request
 */
export async function cpuPerRequest(worker, url, requests) {
  const { origin, pathname, search } = new URL(url);
  const pool = new Pool(origin, { connections: 16 });
  const before = await worker.ask('cpu');
  let left = requests;
  const client = async () => {
    while (left-- > 0) {
      const { body } = await pool.request({ method: 'GET', path: pathname + search });
      await body.dump();
    }
  };
  await Promise.all(Array.from({ length: 16 }, client));
  const after = await worker.ask('cpu');
  await pool.close();
  return (after - before) / requests;
}

/**
 * Measures two servers in turns, so that what else the machine does bears on both, and takes the median ratio.
 *
 * @param {() => Promise<number>} measured @param {() => Promise<number>} reference
 */
export async function medianRatio(measured, reference) {
  const ratios = [];
  for (let round = 0; round < 7; round += 1) {
    const [above, below] = [await measured(), await reference()];
    if (round > 1) ratios.push(above / below);
  }
  return ratios.toSorted((a, b) => a - b)[Math.floor(ratios.length / 2)] ?? Number.NaN;
}
