/** Runs a command line in this process and sends its peak memory in KiB to the parent. */
import { runCli } from '../../build/runners/cli/cli.js';
import { systemClock } from '../../build/wire/clock.js';

process.on('message', (/** @type {readonly string[]} */ words) => void run(words));

const silent = { write: () => {}, isTerminal: false, columns: undefined };

async function run(/** @type {readonly string[]} */ words) {
  const code = await runCli(words, {
    stdout: silent,
    stderr: silent,
    variables: {},
    clock: systemClock,
    folder: process.cwd(),
    temporaryFolder: '/tmp',
    signal: new AbortController().signal,
    randomSeed: () => 7,
    announceJournal: () => {},
  });
  console.error(`exit ${code}`);
  process.send?.(process.resourceUsage().maxRSS, () => process.exit());
}
