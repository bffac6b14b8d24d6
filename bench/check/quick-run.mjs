import { fork, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

const cli = fileURLToPath(new URL('../../dist/runners/main.js', import.meta.url));
const EVENTS = 100_000;

/** @param {string} url @param {readonly string[]} options */
async function check(url, options) {
  const start = performance.now();
  const child = spawn(process.execPath, [cli, 'check', url, '--quiet', ...options], {
    stdio: ['ignore', 'ignore', 'ignore'],
  });
  const [code] = await once(child, 'exit');
  return { seconds: (performance.now() - start) / 1_000, code };
}

/** How long a quick run takes where each answer takes 40 ms more, in seconds. */
export async function quickRun() {
  const server = fork(fileURLToPath(new URL('delayed-server.mjs', import.meta.url)));
  server.send({ delay: 40 });
  const [origin] = await once(server, 'message');
  const { seconds } = await check(origin, ['--mode', 'sandbox', '--effort', 'quick', '--concurrency', '8']);
  server.kill();
  return { name: 'check, seconds of a quick run with 8 at a time, answers 40 ms later', ratio: seconds, limit: 8 };
}

/**
 * The most memory that a run takes, in MiB, with a target that holds 100,000 events.
 *
 * @param {'sandbox' | 'readonly'} mode @param {'quick' | 'standard'} effort
 */
export async function memory(mode, effort) {
  const served = spawn(process.execPath, [cli, 'serve', '--events', String(EVENTS), '--port', '0']);
  let url = '';
  for await (const chunk of served.stdout) {
    url = /http:\/\/[\w.:]+/.exec(String(chunk))?.[0] ?? '';
    if (url !== '') break;
  }
  const meter = fork(fileURLToPath(new URL('metered-check.mjs', import.meta.url)));
  meter.send(['check', url, '--mode', mode, '--effort', effort]);
  const [kibibytes] = await once(meter, 'message');
  served.kill();
  return {
    name: `check, MiB of a ${effort} run in ${mode} mode, target with 100,000 events`,
    ratio: kibibytes / 1_024,
    limit: 250,
  };
}
