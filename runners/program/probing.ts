import type { Command } from 'commander';
import type { ProbeFlags } from '../probe-flags.js';
import type { ProgramOptions } from './command-options.js';
import { probeExamples } from './examples.js';
import { createProbeOptions } from './probe-options.js';

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
        import('../commands/probe.js'),
        import('../config/settle.js'),
      ]);
      const { url, ...told } = await settle(command, word, environment);
      finish(await run(url, { ...command.opts<ProbeFlags>(), ...told }, environment));
    });
  for (const option of createProbeOptions()) probe.addOption(option);
}
