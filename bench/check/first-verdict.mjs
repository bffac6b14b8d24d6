import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

const cli = fileURLToPath(new URL('../../dist/runners/main.js', import.meta.url));
const ROUNDS = 5;

/** @param {readonly string[]} args @param {(text: string) => boolean} isReached when it is time to stop the clock */
async function time(args, isReached) {
  const start = performance.now();
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'ignore'] });
  let ms = 0;
  let text = '';
  child.stdout.on('data', (part) => {
    text += part;
    if (ms === 0 && isReached(text)) {
      ms = performance.now() - start;
      child.kill('SIGINT');
    }
  });
  await once(child, 'close');
  return ms || performance.now() - start;
}

const median = (/** @type {number[]} */ values) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

/** The time until the first verdict of `calproof check`, compared with starting Node alone. */
export async function firstVerdict() {
  const [checks, nodes] = [[], []];
  for (let round = 0; round < ROUNDS; round += 1) {
    checks.push(await time([cli, 'check'], (text) => /\d+ of \d+ judged/.test(text)));
    nodes.push(await time(['-e', '0'], () => false));
  }
  return {
    name: 'check, time to the first verdict against node -e 0',
    ratio: median(checks) / median(nodes),
    limit: 12,
  };
}
