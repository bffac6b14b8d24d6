import { Argument, type Command } from 'commander';
import { extensions } from '../../contract/queries.js';
import type { Shell } from '../commands/completion-command.js';
import type { InitFlags } from '../commands/init-command.js';
import type { ServeFlags } from '../commands/serve-command.js';
import { type FlagGroups, toList, toMilliseconds, toOneOf, toOptions, toWholeNumber } from '../options/flags.js';
import { completionExamples, serveExamples } from './examples.js';
import type { ProgramOptions } from './program-options.js';
import { namespaceFlag, seedFlag } from '../options/shared-flags.js';

const shells: readonly Shell[] = ['bash', 'zsh', 'fish'];

const initFlags: FlagGroups = {
  'Output:': [
    {
      flags: '--format <format>',
      says: 'yaml, with a comment on every key, or json',
      read: toOneOf(['yaml', 'json']),
      fallback: { value: 'yaml', words: 'yaml' },
    },
  ],
};

/** Adds `init`. */
export function addInit(program: Command, { environment, finish }: ProgramOptions): void {
  const init = program
    .command('init')
    .description('write a starter configuration; never overwrites one')
    .action(async (flags: InitFlags) => {
      const { init: run } = await import('../commands/init-command.js');
      finish(await run(flags, environment));
    });
  for (const option of toOptions(initFlags)) init.addOption(option);
}

const serveFlags: FlagGroups = {
  'Address:': [
    {
      flags: '--port <number>',
      says: 'port to listen on (default: a free one)',
      read: toWholeNumber(0, 65_535),
    },
    { flags: '--host <address>', says: 'address to listen on (default: 127.0.0.1)' },
    { flags: '--base-path <path>', says: 'path of the REST root, like /wp-json' },
    namespaceFlag,
  ],
  'Content:': [
    { flags: '--world <file>', says: 'JSON file of the initial records' },
    { flags: '--data <file>', says: 'keep the records in this file; --world and --events fill a new one' },
    { flags: '--events <number>', says: 'generate this many events', read: toWholeNumber(0, 1_000_000) },
    seedFlag('seed of the generated events'),
    { flags: '--users <file>', says: 'JSON file of users, their passwords and roles' },
    {
      flags: '--extensions <names>',
      says: `enable ${extensions.join(', ')}`,
      read: toList(toOneOf(extensions)),
    },
    { flags: '--zone <name>', says: 'IANA time zone of the site' },
  ],
  'Behaviour:': [
    {
      flags: '--zoo <ids>',
      says: 'put these of the zoo before it: faults, variants, compositions or wide-spread',
      read: toList((id: string) => id),
    },
    { flags: '--delay <duration>', says: 'wait this long before each response, like 50ms', read: toMilliseconds },
  ],
};

/** Adds `serve`. */
export function addServing(program: Command, { environment, finish }: ProgramOptions): void {
  const serve = program
    .command('serve')
    .description('run the reference server until it is stopped')
    .addHelpText('after', serveExamples)
    .action(async (flags: ServeFlags) => {
      const { serve: run } = await import('../commands/serve-command.js');
      finish(await run(flags, environment));
    });
  for (const option of toOptions(serveFlags)) serve.addOption(option);
}

/** Adds `completion`, of all commands that are there when it runs. */
export function addCompletion(program: Command, { environment, finish }: ProgramOptions): void {
  program
    .command('completion')
    .description('print the script that completes commands and options in a shell')
    .addArgument(new Argument('<shell>', 'shell to complete in').choices(shells))
    .addHelpText('after', completionExamples)
    .action(async (shell: Shell) => {
      const { printCompletion } = await import('../commands/completion-command.js');
      finish(printCompletion(shell, program.commands, environment));
    });
}
