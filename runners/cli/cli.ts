import { Command, CommanderError } from 'commander';
import type { ExitCode } from '../../reports/conclusion.js';
import { version } from '../../wire/package.js';
import { CommandError } from '../input/command-error.js';
import type { Environment } from '../input/environment.js';
import { similar } from '../input/nearest.js';
import { programExamples } from './examples.js';
import { addMigrating } from './migration-commands.js';
import type { ProgramOptions } from './program-options.js';
import { addProving } from './proof-commands.js';
import { addReference } from './reference-commands.js';
import { addComparing, addHistory, addMerging, addVerifying } from './report-commands.js';
import { addJudging, addProbing } from './run-commands.js';
import { addCompletion, addInit, addServing } from './setup-commands.js';

/** The whole command line. A command's code is loaded when it runs. */
export function createProgram(options: ProgramOptions): Command {
  const program = new Command('calproof')
    .description('Tests a calendar-events REST service for conformance, and runs a reference server.')
    .version(options.version, '-V, --version', 'print the version')
    .helpOption('-h, --help', 'print this help')
    .helpCommand(false)
    .configureOutput(toConfiguration(options.environment))
    .exitOverride()
    .addHelpText('after', programExamples);
  addJudging(program.commandsGroup('Judge:'), options);
  addComparing(program, options);
  addHistory(program, options);
  addMerging(program, options);
  addVerifying(program, options);
  addProbing(program, options);
  addProving(program, options);
  addInit(program, options);
  addMigrating(program.commandsGroup('Migrate:'), options);
  addServing(program.commandsGroup('Serve:'), options);
  addReference(program.commandsGroup('Reference:'), options);
  addCompletion(program, options);
  for (const command of program.commands) command.helpOption('-h, --help', 'print this help');
  return program;
}

/** Help is at most as wide as a person likes to read; `toPlainSentence` writes the errors. */
const toConfiguration = ({ stdout, stderr }: Environment) => ({
  writeOut: (text: string) => stdout.write(text),
  writeErr: (text: string) => stderr.write(text),
  outputError: () => {},
  getOutHelpWidth: () => Math.min(stdout.columns ?? WIDEST, WIDEST),
});

const WIDEST = 100;

/** An error of commander as one plain sentence that names the nearest valid word. */
export function toPlainSentence(error: CommanderError, program: Command, words: readonly string[]): string {
  const command = program.commands.find((known) => known.name() === words[0]);
  const quoted = /'([^']*)'/.exec(error.message)?.[1] ?? '';
  switch (error.code) {
    case 'commander.unknownOption':
      return toUnknownOption(quoted, command ?? program);
    case 'commander.excessArguments':
      return `${command?.name() ?? 'calproof'} takes fewer arguments; see calproof ${command?.name() ?? ''} --help.`;
    default:
      return toSentence(error.message);
  }
}

function toUnknownOption(flag: string, command: Command): string {
  const known = ['help', ...command.options.flatMap(({ long }) => long?.slice(2) ?? [])];
  const [near] = similar(flag.replace(/^-+/, ''), known);
  const name = command.parent ? `calproof ${command.name()}` : 'calproof';
  return `There is no option ${flag}; ${near === undefined ? `${name} --help lists the options.` : `did you mean --${near}?`}`;
}

function toUnknownCommand(word: string, program: Command): string {
  const [near] = similar(
    word,
    program.commands.map((command) => command.name()),
  );
  const meant = /^https?:/.test(word) ? `check ${word}` : near;
  const hint = meant === undefined ? 'calproof --help lists the commands.' : `did you mean calproof ${meant}?`;
  return `There is no command ${word}; ${hint}`;
}

const capitalised = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}`;

/** Strips the prefix of `error: option '--seed <number>' argument 'x' is invalid. it is ...` and joins its halves. */
function toSentence(message: string): string {
  const text = message.replace(/^error: /, '').replace(/\s*\n\s*/g, ' ');
  const [, option, value, advice] =
    /^option '(?:-\w, )?(--[\w-]+)[^']*' argument '(.*)' is invalid\. (.*)$/s.exec(text) ?? [];
  if (option !== undefined) return `${option} cannot be ${value === '' ? 'empty' : value}: ${advice}`;
  return capitalised(/[.?!]$/.test(text) ? text : `${text}.`);
}

/**
 * Runs one command line, the words after `calproof`, and returns its exit code. Touches nothing of the process but what
 * `environment` contains, and never throws.
 */
export async function runCli(given: readonly string[], environment: Environment): Promise<ExitCode> {
  const words = toWords(given);
  let code: ExitCode = 0;
  const finish = (finished: ExitCode): void => {
    code = finished;
  };
  const program = createProgram({ environment, version, finish });
  if (words.length === 0) return showHelp(program.helpInformation(), environment);
  // Asked for help, commander would print that of the program.
  const unknown = unknownCommand(words, program);
  if (unknown !== undefined) return writeError(2, toUnknownCommand(unknown, program), environment.stderr);
  try {
    await program.parseAsync([...words], { from: 'user' });
    return code;
  } catch (error) {
    return toExitCode(error, (failure) => toPlainSentence(failure, program, words), environment);
  }
}

/** `help COMMAND` is `COMMAND --help`. */
const toWords = ([first, ...rest]: readonly string[]): readonly string[] =>
  first === 'help'
    ? [...rest.filter((word) => word !== 'help'), '--help']
    : first === undefined
      ? []
      : [first, ...rest];

/** The first word, where it is neither an option nor a command. */
const unknownCommand = ([first = '-']: readonly string[], program: Command): string | undefined =>
  first.startsWith('-') || program.commands.some((command) => command.name() === first) ? undefined : first;

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
