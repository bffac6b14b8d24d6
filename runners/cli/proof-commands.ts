import type { Command, Option } from 'commander';
import { efforts } from '../../kernel/plan.js';
import { proofFormats, type ProveFlags, toReportRequestOf } from '../options/command-flags.js';
import { connectionFlags } from '../options/connection-flags.js';
import {
  type FlagGroups,
  toInstant,
  toList,
  toOneOf,
  toOptions,
  toPositiveNumber,
  toRepeated,
  toWholeNumber,
} from '../options/flags.js';
import { proveExamples } from './examples.js';
import { namespaceFlag, type ProgramOptions } from './program-options.js';

const proving: FlagGroups = {
  'What is proven:': [
    { flags: '--only <ids>', says: 'faults and variants whose id starts so (repeatable, or a,b)', read: toList() },
    {
      flags: '--effort <effort>',
      says: 'how much each run sends: quick, standard or deep',
      read: toOneOf(efforts),
      fallback: { value: 'standard', words: 'standard' },
    },
    {
      flags: '--jobs <number>',
      says: 'runs at the same time (default: one a processor, or 1 with a URL)',
      read: toWholeNumber(1, 64),
    },
    {
      flags: '--concurrency <number>',
      says: 'requirements judged at the same time (default: 4 with a URL, or 1)',
      read: toWholeNumber(1, 256),
    },
    { flags: '--rate <number>', says: 'requests a second, of each run', read: toPositiveNumber },
    {
      flags: '--mode <mode>',
      says: 'sandbox: needed for a service that is not on this machine',
      read: toOneOf(['sandbox']),
    },
    namespaceFlag,
    {
      flags: '--language-parameter <name>',
      says: 'the name of the language parameter',
      fallback: { value: 'ml_language', words: 'ml_language' },
    },
    {
      flags: '--world <file>',
      says: 'a JSON file with records that the target holds already, or the embedded server is to hold',
    },
  ],
};

const reportFlags: FlagGroups = {
  'What is told:': [
    {
      flags: '--report <format[=file]>',
      says: `write the proof as ${proofFormats.join(', ')} (repeatable)`,
      read: toRepeated(toReportRequestOf(proofFormats)),
    },
  ],
  'To run it again:': [
    {
      flags: '--seed <number>',
      says: 'the seed of all runs',
      read: toWholeNumber(0, 2 ** 31 - 1),
      fallback: { value: 1 },
    },
    { flags: '--now <time>', says: 'take this for the present, like 2026-11-21T09:00:00Z', read: toInstant },
  ],
};

/** The options of `prove`, ready for commander. */
const createProveOptions = (): readonly Option[] => toOptions({ ...proving, ...connectionFlags, ...reportFlags });

/** Adds `prove`. */
export function addProving(program: Command, { environment, finish }: ProgramOptions): void {
  const prove = program
    .command('prove [url]')
    .description('show that every fault is caught and nothing innocent blamed; without a URL, on the reference server')
    .addHelpText('after', proveExamples)
    .action(async (url: string | undefined, flags: ProveFlags) => {
      const { prove: run } = await import('../commands/prove-command.js');
      finish(await run(url, flags, environment));
    });
  for (const option of createProveOptions()) prove.addOption(option);
}
