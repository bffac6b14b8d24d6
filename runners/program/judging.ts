import type { Command } from 'commander';
import type { CheckFlags } from '../check-flags.js';
import { type ConnectionFlags, connectionFlags } from '../connection-flags.js';
import { toOptions } from '../flag.js';
import { createCheckOptions } from './check-options.js';
import type { ProgramOptions } from './command-options.js';
import { checkExamples } from './examples.js';

/** Adds `check` and `sweep`. */
export function addJudging(program: Command, { environment, finish }: ProgramOptions): void {
  const check = program
    .command('check [url]')
    .description('judge the service at a URL, its REST root; without one, the embedded reference server')
    .addHelpText('after', checkExamples)
    .action(async (url: string | undefined, flags: CheckFlags) => {
      const { check: run } = await import('../commands/check.js');
      finish(await run(url, flags, environment));
    });
  for (const option of createCheckOptions()) check.addOption(option);
  const sweep = program
    .command('sweep <journal>')
    .description('finish the clean-up of a run that was cut off')
    .action(async (journal: string, flags: ConnectionFlags) => {
      const { sweep: run } = await import('../commands/sweep.js');
      finish(await run(journal, flags, environment));
    });
  for (const option of toOptions(connectionFlags)) sweep.addOption(option);
}
