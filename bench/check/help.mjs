import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const cli = fileURLToPath(new URL('../../dist/runners/main.js', import.meta.url));
const ROUNDS = 11;

/** @param {readonly string[]} words */
function time(words) {
  const start = performance.now();
  spawnSync(process.execPath, words, { stdio: 'ignore' });
  return performance.now() - start;
}

/** How long `calproof --help` takes, against starting Node alone; the shortest of each, for others disturb the longer. */
export function help() {
  const [helps, nodes] = [[], []];
  for (let round = 0; round < ROUNDS; round += 1) {
    helps.push(time([cli, '--help']));
    nodes.push(time(['-e', '0']));
  }
  return { name: '--help against node -e 0', ratio: Math.min(...helps) / Math.min(...nodes), limit: 3 };
}
