import type { Command, Option } from 'commander';
import type { AdoptFlags } from '../commands/adopt-command.js';
import type { ReplayFlags } from '../commands/replay-command.js';
import { createCheckOptions, identityFlags, modes } from '../options/check-options.js';
import type { CheckFlags, ProbeFlags } from '../options/command-flags.js';
import { type ConnectionFlags, connectionFlags } from '../options/connection-flags.js';
import { type FlagGroups, toOneOf, toOptions, toRepeated } from '../options/flags.js';
import { adoptExamples, checkExamples, probeExamples, replayExamples } from './examples.js';
import type { ProgramOptions } from './program-options.js';
import { languageFlag, traceFlag } from '../options/shared-flags.js';

const adoptFlags: FlagGroups = {
  'Output:': [
    {
      flags: '-o, --output <file>',
      says: 'baseline to write or to update',
      fallback: { value: 'calproof.baseline.json', words: 'calproof.baseline.json' },
    },
    { flags: '--strict', says: 'adopt failed SHOULDs too' },
  ],
};

/** Adds `check`, `adopt`, `replay` and `sweep`. */
export function addJudging(program: Command, options: ProgramOptions): void {
  const { environment, finish } = options;
  const check = program
    .command('check [url]')
    .description(
      'test the service at a REST root, or a target named in the configuration; without either, the embedded reference server',
    )
    .addHelpText('after', checkExamples)
    .action(async (word: string | undefined, _: CheckFlags, command: Command) => {
      const [{ check: run }, { settle }] = await Promise.all([
        import('../commands/check-command.js'),
        import('../config/settings.js'),
      ]);
      const { url, ...settled } = await settle(command, word, environment);
      finish(await run(url, { ...command.opts<CheckFlags>(), ...settled }, environment));
    });
  for (const option of createCheckOptions()) check.addOption(option);
  const adopt = program
    .command('adopt <report>')
    .description('write the deviations in a report of check to a baseline')
    .addHelpText('after', adoptExamples)
    .action(async (report: string, flags: AdoptFlags) => {
      const { adopt: run } = await import('../commands/adopt-command.js');
      finish(await run(report, flags, environment));
    });
  for (const option of toOptions(adoptFlags)) adopt.addOption(option);
  addReplay(program, options);
  const sweep = program
    .command('sweep <journal>')
    .description('finish the clean-up of an interrupted run')
    .action(async (journal: string, flags: ConnectionFlags) => {
      const { sweep: run } = await import('../commands/sweep-command.js');
      finish(await run(journal, flags, environment));
    });
  for (const option of toOptions(connectionFlags)) sweep.addOption(option);
}

const replayFlags: FlagGroups = {
  'Target:': [
    { flags: '--url <url>', says: 'URL of the target (default: the URL in the report)' },
    { flags: '--mode <mode>', says: 'readonly or sandbox (default: the mode in the report)', read: toOneOf(modes) },
    { flags: '--world <file>', says: 'world file of the run' },
    {
      flags: '--suite <file>',
      says: 'requirements module of the run (repeatable)',
      read: toRepeated((text) => text),
    },
    languageFlag,
    traceFlag,
  ],
  'Output:': [
    {
      flags: '--script',
      says: 'print a shell script that sends the requests of one failure with curl; send nothing',
    },
  ],
};

function addReplay(program: Command, { environment, finish }: ProgramOptions): void {
  const command = program
    .command('replay <report> [id]')
    .description(
      'repeat the failures in a report, all or those under an ID prefix: still failing, changed, fixed or not repeatable',
    )
    .addHelpText('after', replayExamples)
    .action(async (report: string, id: string | undefined, flags: ReplayFlags) => {
      const { replay } = await import('../commands/replay-command.js');
      finish(await replay(report, id, flags, environment));
    });
  for (const option of toOptions({ ...replayFlags, ...identityFlags })) command.addOption(option);
}

const output: FlagGroups = {
  'Output:': [
    { flags: '-o, --output <file>', says: 'write the target profile to this file, for check --target-profile' },
  ],
};

/** Options of `check` about judging: a configuration may contain them, and `probe` ignores them. */
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
  'history',
  'targetVersion',
  'strict',
  'quiet',
  'agent',
  'verbose',
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
      'learn how a service answers, and print each fact with its evidence; without a URL, the reference server',
    )
    .addHelpText('after', probeExamples)
    .action(async (word: string | undefined, _: ProbeFlags, command: Command) => {
      const [{ probe: run }, { settle }] = await Promise.all([
        import('../commands/probe-command.js'),
        import('../config/settings.js'),
      ]);
      const { url, ...settled } = await settle(command, word, environment);
      finish(await run(url, { ...command.opts<ProbeFlags>(), ...settled }, environment));
    });
  for (const option of createProbeOptions()) probe.addOption(option);
}
