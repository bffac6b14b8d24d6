import type { Command } from 'commander';
import type { BoardFlags } from '../commands/board-command.js';
import type { HistoryFlags } from '../commands/history-command.js';
import type { VerifyStatementFlags } from '../commands/verify-statement-command.js';
import type { MergeFlags } from '../commands/merge-command.js';
import { toReportRequest, toReportRequestOf } from '../options/command-flags.js';
import { type Flag, type FlagGroups, toOption, toOptions, toRepeated } from '../options/flags.js';
import { boardExamples, historyExamples, mergeExamples, verifyStatementExamples } from './examples.js';
import { signFlag, verboseFlag } from '../options/shared-flags.js';
import type { ProgramOptions } from './program-options.js';

const markdownFlag: Flag = {
  flags: '--report <format[=file]>',
  says: 'also write the summary as markdown, to a file or to standard output',
  read: toRepeated(toReportRequestOf(['markdown'])),
};

const boardFlags: FlagGroups = {
  'Targets:': [
    {
      flags: '--check <file>',
      says: 'judge all targets of this file, a JSON list of URLs or a configuration, one after the other; write their reports to the folder',
    },
  ],
  'Output:': [
    {
      flags: '-o, --output <file>',
      says: 'page to write',
      fallback: { value: 'board.html', words: 'board.html' },
    },
    markdownFlag,
  ],
};

/** Adds `board`. */
export function addComparing(program: Command, { environment, finish, run: runCommand }: ProgramOptions): void {
  const board = program
    .command('board [report...]')
    .description(
      'write one HTML page that compares reports of check, files or folders of them: requirement by target, differences first',
    )
    .addHelpText('after', boardExamples)
    .action(async (reports: readonly string[], flags: BoardFlags) => {
      const { board: run } = await import('../commands/board-command.js');
      finish(await run(reports, flags, { environment, runCommand }));
    });
  for (const option of toOptions(boardFlags)) board.addOption(option);
}

const historyFlags: FlagGroups = {
  'Output:': [
    {
      flags: '-o, --output <file>',
      says: 'page to write',
      fallback: { value: 'history.html', words: 'history.html' },
    },
    markdownFlag,
  ],
};

/** Adds `history`. */
export function addHistory(program: Command, { environment, finish }: ProgramOptions): void {
  const command = program
    .command('history <folder> [report...]')
    .description(
      'add reports of check to a history, and write it as one HTML page: since when what fails, what changed',
    )
    .addHelpText('after', historyExamples)
    .action(async (folder: string, reports: readonly string[], flags: HistoryFlags) => {
      const { history } = await import('../commands/history-command.js');
      finish(await history(folder, reports, flags, environment));
    });
  for (const option of toOptions(historyFlags)) command.addOption(option);
}

const verifyFlag: Flag = { flags: '--key <file>', says: 'public key of whoever signed, in PEM' };

/** Adds `verify-statement`. */
export function addVerifying(program: Command, { environment, finish }: ProgramOptions): void {
  program
    .command('verify-statement <file>')
    .description('say whether a statement of conformance was signed with a key and is unchanged')
    .addHelpText('after', verifyStatementExamples)
    .addOption(toOption(verifyFlag).makeOptionMandatory())
    .action(async (file: string, flags: VerifyStatementFlags) => {
      const { verifySignedStatement } = await import('../commands/verify-statement-command.js');
      finish(await verifySignedStatement(file, flags, environment));
    });
}

const mergeFlags: FlagGroups = {
  'Output:': [
    {
      flags: '--report <format[=file]>',
      says: 'write the merged run, in any format of check, to a file or to standard output',
      read: toRepeated(toReportRequest),
    },
    signFlag,
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
