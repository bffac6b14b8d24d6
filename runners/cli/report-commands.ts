import type { Command } from 'commander';
import type { BoardFlags } from '../commands/board-command.js';
import type { MergeFlags } from '../commands/merge-command.js';
import { toReportRequest } from '../options/command-flags.js';
import { type FlagGroups, toOptions, toRepeated } from '../options/flags.js';
import { boardExamples, mergeExamples } from './examples.js';
import { verboseFlag } from '../options/shared-flags.js';
import type { ProgramOptions } from './program-options.js';

const boardFlags: FlagGroups = {
  'Output:': [
    {
      flags: '-o, --output <file>',
      says: 'page to write',
      fallback: { value: 'board.html', words: 'board.html' },
    },
  ],
};

/** Adds `board`. */
export function addComparing(program: Command, { environment, finish }: ProgramOptions): void {
  const board = program
    .command('board <report...>')
    .description('write one HTML page that compares reports of check: requirement by target, differences first')
    .addHelpText('after', boardExamples)
    .action(async (reports: readonly string[], flags: BoardFlags) => {
      const { board: run } = await import('../commands/board-command.js');
      finish(await run(reports, flags, environment));
    });
  for (const option of toOptions(boardFlags)) board.addOption(option);
}

const mergeFlags: FlagGroups = {
  'Output:': [
    {
      flags: '--report <format[=file]>',
      says: 'write the merged run, in any format of check, to a file or to standard output',
      read: toRepeated(toReportRequest),
    },
    verboseFlag,
  ],
};

/** Adds `merge`. */
export function addMerging(program: Command, { environment, finish }: ProgramOptions): void {
  const command = program
    .command('merge <report...>')
    .description('merge the json reports of all shards into the report of the run')
    .addHelpText('after', mergeExamples)
    .action(async (files: readonly string[], flags: MergeFlags) => {
      const { merge } = await import('../commands/merge-command.js');
      finish(await merge(files, flags, environment));
    });
  for (const option of toOptions(mergeFlags)) command.addOption(option);
}
