import type { Command, Option } from 'commander';
import { efforts } from '../../kernel/run/plan.js';
import { proofFormats, type ProveFlags, toReportRequestOf } from '../options/command-flags.js';
import { connectionFlags } from '../options/connection-flags.js';
import {
  type FlagGroups,
  toList,
  toOneOf,
  toOptions,
  toPositiveNumber,
  toRepeated,
  toWholeNumber,
} from '../options/flags.js';
import { proveExamples } from './examples.js';
import type { ProgramOptions } from './program-options.js';
import { languageFlag, namespaceFlag, nowFlag, seedFlag, worldFlag } from '../options/shared-flags.js';

const proving: FlagGroups = {
  'Scope:': [
    {
      flags: '--only <ids>',
      says: 'run only the faults and variants under these ID prefixes (repeatable, or a,b)',
      read: toList(),
    },
    {
      flags: '--sample <number>',
      says: 'instead of the zoo, draw points of the fault space and measure the recall (with --only: among these)',
      read: toWholeNumber(1, 100_000),
    },
    {
      flags: '--sample-variants <number>',
      says: 'instead of the zoo, draw compositions of 5 to 12 conforming variants',
      read: toWholeNumber(1, 100_000),
    },
    {
      flags: '--bail',
      says: 'end the run of a fault at the first requirement that catches it: the same faults are caught in less time',
    },
    {
      flags: '--effort <effort>',
      says: 'requests of each run: quick, standard or deep',
      read: toOneOf(efforts),
      fallback: { value: 'standard', words: 'standard' },
    },
    {
      flags: '--jobs <number>',
      says: 'parallel runs (default: one per processor, or 1 with a URL)',
      read: toWholeNumber(1, 64),
    },
    {
      flags: '--concurrency <number>',
      says: 'requirements judged in parallel (default: 1 on this machine, otherwise 4)',
      read: toWholeNumber(1, 256),
    },
    { flags: '--rate <number>', says: 'maximum requests per second of each run', read: toPositiveNumber },
    {
      flags: '--mode <mode>',
      says: 'sandbox: required for a service that is not on this machine',
      read: toOneOf(['sandbox']),
    },
    namespaceFlag,
    languageFlag,
    worldFlag,
  ],
};

const reportFlags: FlagGroups = {
  'Output:': [
    {
      flags: '--report <format[=file]>',
      says: `write the proof as ${proofFormats.join(', ')} (repeatable)`,
      read: toRepeated(toReportRequestOf(proofFormats)),
    },
  ],
  'Reproducibility:': [seedFlag('seed of all runs, and of what is drawn'), nowFlag],
};

/** The options of `prove`, ready for commander. */
const createProveOptions = (): readonly Option[] => toOptions({ ...proving, ...connectionFlags, ...reportFlags });

/** Adds `prove`. */
export function addProving(program: Command, { environment, finish }: ProgramOptions): void {
  const prove = program
    .command('prove [url]')
    .description(
      'verify that every fault is caught and no conforming variant blamed; without a URL, on the reference server',
    )
    .addHelpText('after', proveExamples)
    .action(async (url: string | undefined, flags: ProveFlags) => {
      const { prove: run } = await import('../commands/prove-command.js');
      finish(await run(url, flags, environment));
    });
  for (const option of createProveOptions()) prove.addOption(option);
}
