import type { Command, Option } from 'commander';
import type { ExitCode } from '../../reports/conclusion.js';
import type { Environment } from '../input/environment.js';
import { shapeOf } from '../options/flags.js';

/** The shells with a completion. */
export type Shell = 'bash' | 'zsh' | 'fish';

/** A command as a shell completes it: its flags, and what follows those that take a value. */
interface Completed {
  readonly name: string;
  readonly description: string;
  readonly flags: readonly CompletedFlag[];
}

interface CompletedFlag {
  /** `--report`. */
  readonly long: string;
  /** `-o`. */
  readonly short: string | undefined;
  readonly description: string;
  readonly takesValue: boolean;
  /** All values, where there are few. */
  readonly values: readonly string[];
}

/** Prints the script that completes commands and flags in a shell. */
export function printCompletion(shell: Shell, commands: readonly Command[], { stdout }: Environment): ExitCode {
  stdout.write(scripts[shell](commands.map(toCompleted)));
  return 0;
}

const toCompleted = (command: Command): Completed => ({
  name: command.name(),
  description: command.description(),
  flags: [
    ...command.options.filter(({ hidden }) => !hidden).flatMap(toFlag),
    { long: '--help', short: '-h', description: 'print this help', takesValue: false, values: [] },
  ],
});

const toFlag = ({ long, short, description, required, parseArg }: Option): readonly CompletedFlag[] =>
  long === undefined || long === null
    ? []
    : [{ long, short: short ?? undefined, description, takesValue: required, values: shapeOf(parseArg).enum ?? [] }];

/** The function of bash; where it finds nothing, as for a value that may be anything, bash completes files. */
function toBash(commands: readonly Completed[]): string {
  return `_calproof() {
  local current=\${COMP_WORDS[COMP_CWORD]} words=''
  if [ "$COMP_CWORD" -eq 1 ]; then
    words='${commands.map(({ name }) => name).join(' ')}'
  else
    case "\${COMP_WORDS[1]} \${COMP_WORDS[COMP_CWORD - 1]}" in
${commands.flatMap(toBashValues).join('\n')}
      *)
        case "\${COMP_WORDS[1]} $current" in
${commands.map(toBashFlags).join('\n')}
        esac ;;
    esac
  fi
  COMPREPLY=($(compgen -W "$words" -- "$current"))
}
complete -o default -F _calproof calproof
`;
}

const toBashValues = ({ name, flags }: Completed): readonly string[] =>
  flags
    .filter(({ takesValue }) => takesValue)
    .map(({ long, short, values }) => {
      const patterns = [long, ...(short === undefined ? [] : [short])].map((flag) => `'${name} ${flag}'`);
      return `      ${patterns.join('|')}) words='${values.join(' ')}' ;;`;
    });

const toBashFlags = ({ name, flags }: Completed): string =>
  `          '${name} -'*) words='${flags.map(({ long }) => long).join(' ')}' ;;`;

/** zsh runs the function of bash. */
const toZsh = (commands: readonly Completed[]): string =>
  `#compdef calproof\nautoload -U +X bashcompinit && bashcompinit\n${toBash(commands)}`;

const toFish = (commands: readonly Completed[]): string =>
  [
    ...commands.map(
      ({ name, description }) =>
        `complete -c calproof -n __fish_use_subcommand -f -a ${name} -d ${toFishWord(description)}`,
    ),
    ...commands.flatMap(({ name, flags }) => flags.map((flag) => toFishFlag(name, flag))),
    '',
  ].join('\n');

function toFishFlag(command: string, { long, short, description, takesValue, values }: CompletedFlag): string {
  const words = [
    `complete -c calproof -n '__fish_seen_subcommand_from ${command}'`,
    ...(short === undefined ? [] : [`-s ${short.slice(1)}`]),
    `-l ${long.slice(2)} -d ${toFishWord(description)}`,
    ...(values.length > 0 ? [`-x -a '${values.join(' ')}'`] : takesValue ? ['-r'] : []),
  ];
  return words.join(' ');
}

/** Within single quotes fish takes a backslash before a quote or another backslash. */
const toFishWord = (text: string): string => `'${text.replace(/['\\]/g, '\\$&')}'`;

const scripts: Readonly<Record<Shell, (commands: readonly Completed[]) => string>> = {
  bash: toBash,
  zsh: toZsh,
  fish: toFish,
};
