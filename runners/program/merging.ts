import type { Command } from 'commander';
import type { MergeFlags } from '../commands/merge.js';
import { type FlagGroups, toOptions, toRepeated } from '../flag.js';
import { toReportRequest } from '../report-request.js';
import type { ProgramOptions } from './command-options.js';
import { mergeExamples } from './examples.js';

const mergeFlags: FlagGroups = {
  'What is told:': [
    {
      flags: '--report <format[=file]>',
      says: 'write the joined run, in any format of check, to a file or to standard output',
      read: toRepeated(toReportRequest),
    },
  ],
};

/** Adds `merge`. */
export function addMerging(program: Command, { environment, finish }: ProgramOptions): void {
  const command = program
    .command('merge <report...>')
    .description('join the json reports of all shards of a run to that of the run')
    .addHelpText('after', mergeExamples)
    .action(async (files: readonly string[], flags: MergeFlags) => {
      const { merge } = await import('../commands/merge.js');
      finish(await merge(files, flags, environment));
    });
  for (const option of toOptions(mergeFlags)) command.addOption(option);
}
