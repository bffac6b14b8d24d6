import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ExitCode } from '../../../reports/conclusion.js';
import { runCli } from '../../../runners/cli/cli.js';
import type { Environment, Launched } from '../../../runners/input/environment.js';
import { systemClock } from '../../../wire/clock.js';

/** What a command line did. */
export interface Finished {
  readonly code: ExitCode;
  readonly stdout: string;
  readonly stderr: string;
  /** The folder it ran in, which was empty before. */
  readonly folder: string;
}

const folders = mkdtempSync(join(tmpdir(), 'calproof-test-'));
process.on('exit', () => rmSync(folders, { recursive: true, force: true }));

/** An environment that keeps what is written to it, in a new empty folder. */
export function createTestEnvironment(changed: Partial<Environment> = {}) {
  const written = { stdout: '', stderr: '' };
  const toOutput = (name: keyof typeof written) => ({
    write: (text: string) => {
      written[name] += text;
    },
    isTerminal: false,
    columns: undefined,
  });
  const environment: Environment = {
    stdout: toOutput('stdout'),
    stderr: toOutput('stderr'),
    variables: {},
    clock: systemClock,
    folder: mkdtempSync(join(folders, 'run-')),
    temporaryFolder: tmpdir(),
    signal: new AbortController().signal,
    randomSeed: () => 7,
    launch: (words, { stop }) => launchHere(words, { ...environment, signal: stop }),
    announceJournal: () => {},
    ...changed,
  };
  return { environment, written };
}

/** Stands for a process of its own. */
async function launchHere(words: readonly string[], environment: Environment): Promise<Launched> {
  let stderr = '';
  const silent = { write: () => {}, isTerminal: false, columns: undefined };
  const kept = { ...silent, write: (text: string) => void (stderr += text) };
  const code = await runCli(words, { ...environment, stdout: silent, stderr: kept });
  return { code, stderr };
}

/** Runs a command line in this process, as a person would type it after `calproof`. */
export async function calproof(
  line: string | readonly string[],
  changed: Partial<Environment> = {},
): Promise<Finished> {
  const { environment, written } = createTestEnvironment(changed);
  const words = typeof line === 'string' ? line.split(' ').filter((word) => word !== '') : line;
  const code = await runCli(words, environment);
  return { code, ...written, folder: environment.folder };
}
