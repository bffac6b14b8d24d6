import type { Command } from 'commander';
import type { ProveFlags } from '../prove-flags.js';
import type { ProgramOptions } from './command-options.js';
import { proveExamples } from './examples.js';
import { createProveOptions } from './prove-options.js';

/** Adds `prove`. */
export function addProving(program: Command, { environment, finish }: ProgramOptions): void {
  const prove = program
    .command('prove [url]')
    .description('show that every fault is caught and nothing innocent blamed; without a URL, on the reference server')
    .addHelpText('after', proveExamples)
    .action(async (url: string | undefined, flags: ProveFlags) => {
      const { prove: run } = await import('../commands/prove.js');
      finish(await run(url, flags, environment));
    });
  for (const option of createProveOptions()) prove.addOption(option);
}
