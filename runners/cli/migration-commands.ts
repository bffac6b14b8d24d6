import { type Command, InvalidArgumentError } from 'commander';
import { type IntendedChange, toIntendedChange } from '../../migration/compare/intended-change.js';
import { findingClasses } from '../../migration/findings/cause.js';
import type { ExportFlags } from '../commands/export-command.js';
import type { MigrateCheckFlags } from '../commands/migrate-check-command.js';
import type { SnapshotFlags } from '../commands/snapshot-command.js';
import { modes } from '../options/check-options.js';
import { type CompareFlags, comparisonFormats, toReportRequestOf } from '../options/command-flags.js';
import { connectionFlags } from '../options/connection-flags.js';
import { type FlagGroups, toList, toOneOf, toOptions, toRepeated } from '../options/flags.js';
import { compareExamples, exportExamples, migrateCheckExamples, snapshotExamples } from './examples.js';
import type { ProgramOptions } from './program-options.js';
import { questionsFlag, readFlags } from '../options/read-flags.js';
import { effortFlag, journalFlag, seedFlag, shardFlag } from '../options/shared-flags.js';

const snapshotFlags: FlagGroups = {
  'Output:': [
    { flags: '-o, --output <file>', says: 'file to write the snapshot to, as gzipped lines of JSON' },
    { flags: '--resume', says: 'continue an interrupted snapshot' },
    questionsFlag,
    shardFlag,
  ],
  'Reading:': [
    {
      flags: '--since <file>',
      says: 'take over from this earlier snapshot what has the same totals and an unchanged sample, and read the rest',
    },
    seedFlag('draw the same sample as an earlier --since', { isRandom: true }),
  ],
  'Writes:': [
    {
      flags: '--writes',
      says: 'also create, update and delete records of its own, for compare to compare the answers (sandbox mode only)',
    },
    {
      flags: '--mode <mode>',
      says: 'sandbox permits --writes (default: sandbox for a service on this machine, otherwise readonly)',
      read: toOneOf(modes),
    },
    journalFlag,
  ],
};

const compareFlags: FlagGroups = {
  'Reading:': [
    { flags: '--bisect', says: 'compare two URLs by what differs in their totals, and by a sample of the rest' },
    seedFlag('draw the same sample as an earlier --bisect', { isRandom: true }),
  ],
  'Output:': [
    {
      flags: '--fail-on <classes>',
      says: `exit with 1 for findings of these classes: ${findingClasses.join(', ')}`,
      read: toChosen(toOneOf(findingClasses)),
      fallback: { value: ['breaking', 'behavioural'], words: 'breaking,behavioural' },
    },
    {
      flags: '--map <change>',
      says: 'expect this change: slug:OLD=NEW for a slug prefix, or host:OLD=NEW (repeatable)',
      read: toRepeated(toChange),
    },
    {
      flags: '--report <format[=file]>',
      says: `write the comparison as ${comparisonFormats.join(', ')} (repeatable)`,
      read: toRepeated(toReportRequestOf(comparisonFormats)),
    },
  ],
};

/** Given classes replace the default ones. */
function toChosen<Word extends string>(read: (text: string) => Word) {
  return (text: string): readonly Word[] => toList(read)(text);
}

function toChange(text: string): IntendedChange {
  const change = toIntendedChange(text);
  if (change) return change;
  throw new InvalidArgumentError('expected slug:OLD=NEW or host:OLD=NEW, such as host:old.example=www.example.');
}

/** Adds `snapshot`, `compare`, `export` and `migrate-check`. */
export function addMigrating(program: Command, options: ProgramOptions): void {
  addSnapshot(program, options);
  addCompare(program, options);
  addExport(program, options);
  addMigrateCheck(program, options);
}

const migrateCheckFlags: FlagGroups = {
  'Output:': [
    { flags: '-o, --output <folder>', says: 'folder of all snapshots, reports and pages; the same one continues' },
    questionsFlag,
    ...(compareFlags['Output:'] ?? []).filter(({ flags }) => !flags.startsWith('--report')),
  ],
  'Checks:': [
    {
      flags: '--mode <mode>',
      says: 'readonly sends no writes; sandbox writes to both, then deletes its own records',
      read: toOneOf(modes),
      fallback: { value: 'readonly', words: 'readonly' },
    },
    effortFlag,
    seedFlag('seed of both checks'),
  ],
};

function addMigrateCheck(program: Command, { environment, finish }: ProgramOptions): void {
  const command = program
    .command('migrate-check <before> <after>')
    .description('take snapshots of two services, judge both, and write what differs as one page')
    .addHelpText('after', migrateCheckExamples)
    .action(async (before: string, after: string, flags: MigrateCheckFlags) => {
      const { migrateCheck } = await import('../commands/migrate-check-command.js');
      finish(await migrateCheck(before, after, flags, environment));
    });
  const [output, ...others] = toOptions({ ...migrateCheckFlags, ...readFlags, ...connectionFlags });
  if (output) command.addOption(output.makeOptionMandatory());
  for (const option of others) command.addOption(option);
}

function addCompare(program: Command, { environment, finish }: ProgramOptions): void {
  const command = program
    .command('compare <before> <after>')
    .description('compare two snapshots or URLs, or two reports of check')
    .addHelpText('after', compareExamples)
    .action(async (before: string, after: string, flags: CompareFlags) => {
      const { compare } = await import('../commands/compare-command.js');
      finish(await compare(before, after, flags, environment));
    });
  for (const option of toOptions({ ...compareFlags, ...readFlags, ...connectionFlags })) command.addOption(option);
}

function addSnapshot(program: Command, { environment, finish }: ProgramOptions): void {
  const command = program
    .command('snapshot <url>')
    .description('export all visible records, to compare them after a migration; only reads without --writes')
    .addHelpText('after', snapshotExamples)
    .action(async (url: string, flags: SnapshotFlags) => {
      const { snapshot } = await import('../commands/snapshot-command.js');
      finish(await snapshot(url, flags, environment));
    });
  const [output, ...others] = toOptions({ ...snapshotFlags, ...readFlags, ...connectionFlags });
  if (output) command.addOption(output.makeOptionMandatory());
  for (const option of others) command.addOption(option);
}

function addExport(program: Command, { environment, finish }: ProgramOptions): void {
  program
    .command('export <snapshot>')
    .description('write the records of a snapshot as Parquet, one file a collection, for DuckDB, Polars or Spark')
    .addHelpText('after', exportExamples)
    .requiredOption('-o, --output <folder>', 'folder of the files')
    .action(async (file: string, flags: ExportFlags) => {
      const { exportSnapshot } = await import('../commands/export-command.js');
      finish(await exportSnapshot(file, flags, environment));
    });
}
