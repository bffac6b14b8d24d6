import type { Command } from 'commander';
import type { BoardFlags } from '../commands/board.js';
import { type FlagGroups, toOptions } from '../flag.js';
import type { ProgramOptions } from './command-options.js';
import { boardExamples } from './examples.js';

const boardFlags: FlagGroups = {
  'What is written:': [
    {
      flags: '-o, --output <file>',
      says: 'the page to write',
      fallback: { value: 'board.html', words: 'board.html' },
    },
  ],
};

/** Adds `board`. */
export function addComparing(program: Command, { environment, finish }: ProgramOptions): void {
  const board = program
    .command('board <report...>')
    .description('lay reports of check side by side as one HTML page: requirement by target, what differs first')
    .addHelpText('after', boardExamples)
    .action(async (reports: readonly string[], flags: BoardFlags) => {
      const { board: run } = await import('../commands/board.js');
      finish(await run(reports, flags, environment));
    });
  for (const option of toOptions(boardFlags)) board.addOption(option);
}
