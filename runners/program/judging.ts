import type { Command } from 'commander';
import type { CheckFlags } from '../check-flags.js';
import type { AdoptFlags } from '../commands/adopt.js';
import { type ConnectionFlags, connectionFlags } from '../connection-flags.js';
import { type FlagGroups, toOptions } from '../flag.js';
import { createCheckOptions } from './check-options.js';
import type { ProgramOptions } from './command-options.js';
import { adoptExamples, checkExamples } from './examples.js';

const adoptFlags: FlagGroups = {
  'What is written:': [
    {
      flags: '-o, --output <file>',
      says: 'the baseline to write or to bring up to date',
      fallback: { value: 'calproof.baseline.json', words: 'calproof.baseline.json' },
    },
    { flags: '--strict', says: 'adopt each SHOULD that failed too' },
  ],
};

/** Adds `check`, `adopt` and `sweep`. */
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
  const adopt = program
    .command('adopt <report>')
    .description('write the deviations of a report of check as a baseline of known ones')
    .addHelpText('after', adoptExamples)
    .action(async (report: string, flags: AdoptFlags) => {
      const { adopt: run } = await import('../commands/adopt.js');
      finish(await run(report, flags, environment));
    });
  for (const option of toOptions(adoptFlags)) adopt.addOption(option);
  const sweep = program
    .command('sweep <journal>')
    .description('finish the clean-up of a run that was cut off')
    .action(async (journal: string, flags: ConnectionFlags) => {
      const { sweep: run } = await import('../commands/sweep.js');
      finish(await run(journal, flags, environment));
    });
  for (const option of toOptions(connectionFlags)) sweep.addOption(option);
}
