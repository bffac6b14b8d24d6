import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';

const main = fileURLToPath(new URL('../../dist/runners/main.js', import.meta.url));
const worker = new URL('worker.mjs', import.meta.url).href;

/**
 * Runs a command line in a process of its own.
 *
 * @param {readonly string[]} words @param {string} folder
 * @returns {Promise<{ ms: number, peak: number }>} the time it took, and its peak memory in MiB
 */
export async function measure(words, folder) {
  const start = performance.now();
  const child = spawn(process.execPath, ['--import', worker, main, ...words], {
    cwd: folder,
    stdio: ['ignore', 'ignore', 'inherit', 'pipe'],
  });
  const [[code], output] = await Promise.all([once(child, 'close'), text(child.stdio[3])]);
  if (code !== 0) throw new Error(`calproof ${words.join(' ')} ended with ${code}`);
  return { ms: performance.now() - start, peak: Number(output) / 1024 };
}

/**
 * Starts the reference server in a process of its own.
 *
 * @param {number} events
 * @returns {Promise<{ url: string, end: () => void }>}
 */
export async function serve(events) {
  const child = spawn(process.execPath, [main, 'serve', '--events', String(events)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  for await (const chunk of child.stdout) {
    const [url] = /http:\S+/.exec(String(chunk)) ?? [];
    if (url) return { url, end: () => child.kill() };
  }
  throw new Error('the server did not start');
}
