import type { Command } from 'commander';
import type { BoardFlags } from '../commands/board-command.js';
import type { HistoryFlags } from '../commands/history-command.js';
import type { VerifyStatementFlags } from '../commands/verify-statement-command.js';
import type { MergeFlags } from '../commands/merge-command.js';
import { toReportRequest, toReportRequestOf } from '../options/command-flags.js';
import {
  type Flag,
  type FlagGroups,
  toDays,
  toMilliseconds,
  toOption,
  toOptions,
  toRepeated,
  toShard,
  toWholeNumber,
} from '../options/flags.js';
import { connectionFlags } from '../options/connection-flags.js';
import { askFlags, questionsFlag } from '../options/read-flags.js';
import { boardExamples, historyExamples, mergeExamples, verifyStatementExamples } from './examples.js';
import { nowFlag, signFlag, verboseFlag } from '../options/shared-flags.js';
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
      says: 'judge all targets of this file, a JSON list of URLs or a configuration, each in a process of its own; write their reports to the folder',
    },
    {
      flags: '--jobs <number>',
      says: 'with --check, targets judged in parallel (default: 1)',
      read: toWholeNumber(1, 64),
    },
    {
      flags: '--shard <i/n>',
      says: 'with --check, judge part i of n of the targets and only write their reports',
      read: toShard,
    },
    {
      flags: '--target-timeout <duration>',
      says: 'with --check, stop a target after this time; it then was not judged (default: 2h)',
      read: toMilliseconds,
    },
    {
      flags: '--target-memory <number>',
      says: 'with --check, the most memory of a process in MiB; one that needs more ends, and its target was not judged',
      read: toWholeNumber(16, 1_048_576),
    },
    {
      flags: '--history <folder>',
      says: 'add each run to the history of its target, a folder in this one, and show histories on the site',
    },
  ],
  'Site:': [
    {
      flags: '--site <folder>',
      says: 'write a static site instead of a page: an index of all targets, and a page, a badge and a trend line for each',
    },
    {
      flags: '--expires <days>',
      says: 'with --site, how old a result may be, such as 30d; an older one counts for nothing (default: 90d)',
      read: toDays,
    },
    { ...nowFlag, says: 'with --site, the time by which results expire (default: the present)' },
  ],
  'Output:': [
    {
      flags: '-o, --output <file>',
      says: 'page to write (default: board.html)',
    },
    markdownFlag,
  ],
};

/** Adds `board`. */
export function addComparing(program: Command, { environment, finish }: ProgramOptions): void {
  const board = program
    .command('board [report...]')
    .description(
      'write one HTML page that compares reports of check, files or folders of them: requirement by target, differences first; or a site of many targets',
    )
    .addHelpText('after', boardExamples)
    .action(async (reports: readonly string[], flags: BoardFlags) => {
      const { board: run } = await import('../commands/board-command.js');
      finish(await run(reports, flags, environment));
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
    { flags: '-o, --output <file>', says: 'file to write the snapshot to that the parts make' },
    questionsFlag,
  ],
};

/** Adds `merge`. */
export function addMerging(program: Command, { environment, finish }: ProgramOptions): void {
  const command = program
    .command('merge <part...>')
    .description('merge what all shards wrote: json reports into the report of the run, parts into the snapshot')
    .addHelpText('after', mergeExamples)
    .action(async (files: readonly string[], flags: MergeFlags) => {
      const { merge } = await import('../commands/merge-command.js');
      finish(await merge(files, flags, environment));
    });
  for (const option of toOptions({ ...mergeFlags, ...askFlags, ...connectionFlags })) command.addOption(option);
}
