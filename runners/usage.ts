import type { Command, CommanderError } from 'commander';
import { nearest } from './nearest.js';

/** What commander found wrong with a command line, as one plain sentence that names the nearest right word. */
export function toPlainSentence(error: CommanderError, program: Command, words: readonly string[]): string {
  const command = program.commands.find((known) => known.name() === words[0]);
  const quoted = /'([^']*)'/.exec(error.message)?.[1] ?? '';
  switch (error.code) {
    case 'commander.unknownOption':
      return toUnknownOption(quoted, command ?? program);
    case 'commander.unknownCommand':
      return toUnknownCommand(quoted, program);
    case 'commander.excessArguments':
      return `${command?.name() ?? 'calproof'} takes fewer arguments; see calproof ${command?.name() ?? ''} --help.`;
    default:
      return toSentence(error.message);
  }
}

function toUnknownOption(flag: string, command: Command): string {
  const known = command.options.flatMap(({ long }) => long ?? []);
  return `There is no option ${flag}; did you mean ${nearest(flag, [...known, '--help'])}?`;
}

function toUnknownCommand(word: string, program: Command): string {
  if (/^https?:/.test(word)) return `There is no command ${word}; did you mean calproof check ${word}?`;
  const known = program.commands.map((command) => command.name());
  return `There is no command ${word}; did you mean calproof ${nearest(word, known)}?`;
}

const capitalised = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}`;

/** `error: option '--seed <number>' argument 'x' is invalid. it is ...` loses its prefix and joins its halves. */
function toSentence(message: string): string {
  const text = message.replace(/^error: /, '').replace(/\s*\n\s*/g, ' ');
  const [, option, value, advice] =
    /^option '(?:-\w, )?(--[\w-]+)[^']*' argument '(.*)' is invalid\. (.*)$/s.exec(text) ?? [];
  if (option !== undefined) return `${option} cannot be ${value === '' ? 'empty' : value}: ${advice}`;
  return capitalised(/[.?!]$/.test(text) ? text : `${text}.`);
}
