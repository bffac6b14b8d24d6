import { CommanderError } from 'commander';
import { CommandError } from './command-error.js';
import type { Environment } from './environment.js';
import type { ExitCode } from '../harness/reports/conclusion.js';
import { version } from '../harness/version.js';
import { createProgram } from './program.js';
import { toPlainSentence } from './usage.js';

/**
 * Runs one command line, the words after `calproof`, and gives its exit code. Touches nothing of the process but what
 * `environment` hands it, and never throws.
 */
export async function runCli(words: readonly string[], environment: Environment): Promise<ExitCode> {
  let code: ExitCode = 0;
  const finish = (finished: ExitCode): void => {
    code = finished;
  };
  const program = createProgram({ environment, version, finish });
  if (words.length === 0) return showHelp(program.helpInformation(), environment);
  try {
    await program.parseAsync([...words], { from: 'user' });
    return code;
  } catch (error) {
    return toExitCode(error, (failure) => toPlainSentence(failure, program, words), environment);
  }
}

function showHelp(help: string, { stdout }: Environment): ExitCode {
  stdout.write(help);
  return 0;
}

type ToSentence = (error: CommanderError) => string;

function toExitCode(error: unknown, toSentence: ToSentence, { stderr, signal }: Environment): ExitCode {
  if (error instanceof CommanderError && error.exitCode === 0) return 0;
  if (error instanceof CommanderError) return writeError(2, toSentence(error), stderr);
  if (error instanceof CommandError) return writeError(error.exitCode, error.message, stderr);
  if (signal.aborted) return writeError(130, 'Interrupted.', stderr);
  return writeError(3, `calproof itself failed, please report this: ${toTrace(error)}`, stderr);
}

function writeError(code: ExitCode, sentence: string, stderr: Environment['stderr']): ExitCode {
  stderr.write(`${sentence}\n`);
  return code;
}

const toTrace = (error: unknown): string => (error instanceof Error ? (error.stack ?? error.message) : String(error));
