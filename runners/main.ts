#!/usr/bin/env node
import { randomInt } from 'node:crypto';
import { tmpdir } from 'node:os';
import { systemClock } from '../wire/clock.js';
import type { Environment, Output } from './input/environment.js';

const INTERRUPTED = 130;
const interruption = new AbortController();
let journal: string | undefined;

/** The first signal ends a command in order, the second one at once. */
function interrupt(): void {
  if (!interruption.signal.aborted) return interruption.abort();
  const advice = journal === undefined ? '' : ` What it wrote is not cleaned up: calproof sweep ${journal}`;
  process.stderr.write(`\nStopped at once.${advice}\n`);
  process.exit(INTERRUPTED);
}

const toOutput = (stream: NodeJS.WriteStream): Output => ({
  write: (text) => void stream.write(text),
  isTerminal: stream.isTTY,
  get columns() {
    return stream.isTTY ? stream.columns : undefined;
  },
});

const environment: Environment = {
  stdout: toOutput(process.stdout),
  stderr: toOutput(process.stderr),
  variables: process.env,
  clock: systemClock,
  folder: process.cwd(),
  temporaryFolder: tmpdir(),
  signal: interruption.signal,
  randomSeed: () => randomInt(2 ** 31 - 1),
  launch: async (words, options) => (await import('./input/own-process.js')).launch(words, options),
  onEnter(enter, ended) {
    process.stdin.on('data', enter).on('end', ended);
    return () => void process.stdin.off('data', enter).off('end', ended).pause();
  },
  announceJournal(path) {
    journal = path;
  },
};

process.on('SIGINT', interrupt);
process.on('SIGTERM', interrupt);
// A reader that went away, such as `head`, is no reason to leave records behind.
process.stdout.on('error', () => {});
// Loaded late, so that a signal finds somebody to hear it from the first moment on.
const { runCli } = await import('./cli/cli.js');
process.exitCode = await runCli(process.argv.slice(2), environment);
// A name server that does not answer would keep this process alive for half a minute after its last output.
const leave = (): void => void setTimeout(() => process.exit(), 200).unref();
process.stdout.write('', () => process.stderr.write('', leave));
