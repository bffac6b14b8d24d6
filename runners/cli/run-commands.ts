import type { Command, Option } from 'commander';
import type { AdoptFlags } from '../commands/adopt-command.js';
import type { ReplayFlags } from '../commands/replay-command.js';
import { createCheckOptions, identityFlags, modes } from '../options/check-options.js';
import type { CheckFlags, ProbeFlags } from '../options/command-flags.js';
import { type ConnectionFlags, connectionFlags } from '../options/connection-flags.js';
import { type FlagGroups, toOneOf, toOptions, toRepeated } from '../options/flags.js';
import { adoptExamples, checkExamples, probeExamples, replayExamples } from './examples.js';
import type { ProgramOptions } from './program-options.js';

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

/** Adds `check`, `adopt`, `replay` and `sweep`. */
export function addJudging(program: Command, options: ProgramOptions): void {
  const { environment, finish } = options;
  const check = program
    .command('check [url]')
    .description(
      'judge the service at a URL, its REST root, or a target of the configuration; without one, the embedded reference server',
    )
    .addHelpText('after', checkExamples)
    .action(async (word: string | undefined, _: CheckFlags, command: Command) => {
      const [{ check: run }, { settle }] = await Promise.all([
        import('../commands/check-command.js'),
        import('../config/settings.js'),
      ]);
      const { url, ...told } = await settle(command, word, environment);
      finish(await run(url, { ...command.opts<CheckFlags>(), ...told }, environment));
    });
  for (const option of createCheckOptions()) check.addOption(option);
  const adopt = program
    .command('adopt <report>')
    .description('write the deviations of a report of check as a baseline of known ones')
    .addHelpText('after', adoptExamples)
    .action(async (report: string, flags: AdoptFlags) => {
      const { adopt: run } = await import('../commands/adopt-command.js');
      finish(await run(report, flags, environment));
    });
  for (const option of toOptions(adoptFlags)) adopt.addOption(option);
  addReplay(program, options);
  const sweep = program
    .command('sweep <journal>')
    .description('finish the clean-up of a run that was cut off')
    .action(async (journal: string, flags: ConnectionFlags) => {
      const { sweep: run } = await import('../commands/sweep-command.js');
      finish(await run(journal, flags, environment));
    });
  for (const option of toOptions(connectionFlags)) sweep.addOption(option);
}

const replayFlags: FlagGroups = {
  'What is played again:': [
    { flags: '--url <url>', says: 'where the target is now (default: where the report found it)' },
    { flags: '--mode <mode>', says: 'readonly or sandbox (default: that of the report)', read: toOneOf(modes) },
    { flags: '--world <file>', says: 'the file of records that the run was given' },
    {
      flags: '--suite <file>',
      says: 'the module of requirements that the run was given',
      read: toRepeated((text) => text),
    },
    {
      flags: '--language-parameter <name>',
      says: 'the name of the language parameter',
      fallback: { value: 'ml_language', words: 'ml_language' },
    },
  ],
  'Without playing:': [
    {
      flags: '--script',
      says: 'write one failure as a shell script that sends its requests with curl; nothing is sent now',
    },
  ],
};

function addReplay(program: Command, { environment, finish }: ProgramOptions): void {
  const command = program
    .command('replay <report> [id]')
    .description(
      'play the failures of a report again, all or those whose id starts so: fixed, still failing or changed',
    )
    .addHelpText('after', replayExamples)
    .action(async (report: string, id: string | undefined, flags: ReplayFlags) => {
      const { replay } = await import('../commands/replay-command.js');
      finish(await replay(report, id, flags, environment));
    });
  for (const option of toOptions({ ...replayFlags, ...identityFlags })) command.addOption(option);
}

const output: FlagGroups = {
  'What is written:': [{ flags: '-o, --output <file>', says: 'the target profile, for check --target-profile' }],
};

/** Options of `check` that say something about judging: a configuration may hold them, and nothing comes of them. */
const ofJudging = [
  'only',
  'skip',
  'profile',
  'suite',
  'targetProfile',
  'plan',
  'effort',
  'maxTime',
  'bail',
  'baseline',
  'strict',
  'quiet',
];

/** The options of `probe`, ready for commander: those of `check`, so that one configuration does for both. */
const createProbeOptions = (): readonly Option[] => [
  ...toOptions(output),
  ...createCheckOptions().map((option) => (ofJudging.includes(option.attributeName()) ? option.hideHelp() : option)),
];

/** Adds `probe`. */
export function addProbing(program: Command, { environment, finish }: ProgramOptions): void {
  const probe = program
    .command('probe [url]')
    .description(
      'learn how the service at a URL answers, and tell it with its evidence; without one, the reference server',
    )
    .addHelpText('after', probeExamples)
    .action(async (word: string | undefined, _: ProbeFlags, command: Command) => {
      const [{ probe: run }, { settle }] = await Promise.all([
        import('../commands/probe-command.js'),
        import('../config/settings.js'),
      ]);
      const { url, ...told } = await settle(command, word, environment);
      finish(await run(url, { ...command.opts<ProbeFlags>(), ...told }, environment));
    });
  for (const option of createProbeOptions()) probe.addOption(option);
}
