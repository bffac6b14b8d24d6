import type { Command } from 'commander';
import type { InitFlags } from '../commands/init.js';
import { type FlagGroups, toOptions } from '../flag.js';
import { toOneOf } from '../option-values.js';
import type { ProgramOptions } from './command-options.js';

const initFlags: FlagGroups = {
  'What is written:': [
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
    .description('write a configuration to start from; one that is there is left alone')
    .action(async (flags: InitFlags) => {
      const { init: run } = await import('../commands/init.js');
      finish(await run(flags, environment));
    });
  for (const option of toOptions(initFlags)) init.addOption(option);
}
